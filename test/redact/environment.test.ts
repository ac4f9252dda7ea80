import { expect, test } from 'vitest';
import { createRedactor } from '../../src/redact/secrets.ts';

const environment = {
  ACME_API_KEY: 'plain words as key',
  DB_PASSWORD: 'tr0ub4dor&3/?',
  SERVICE_CREDENTIALS: 'line one of it is long\nline two of it is long',
  GOOGLE_APPLICATION_CREDENTIALS: '/home/me/keys/service.json',
  SSH_KEY_PATH: '/home/me/.ssh/id_rsa',
  GIT_CONFIG_KEY_0: 'credential.helper',
  KEYBOARD_LAYOUT: 'us-international',
  TOKENIZERS_PARALLELISM: 'disabled',
  TEST_PASSWORD: 'password',
  SHORT_TOKEN: 'abc1234',
  PLAIN: 'nothing to hide',
  GONE_SECRET: undefined,
};
const own = createRedactor(environment);
const masked = (text: string) => own.text(text).text;

test('values, their parts and their encodings', () => {
  const password = environment.DB_PASSWORD;
  expect(masked('it says plain words as key here')).toBe('it says [redacted:environment] here');
  expect(masked(`<${password}>`)).toBe('<[redacted:environment]>');
  expect(masked(`?p=${encodeURIComponent(password)}`)).toBe('?p=[redacted:environment]');
  expect(masked('line two of it is long')).toBe('[redacted:environment]');
  for (const before of ['', 'u:', 'user:', 'admin:']) {
    const encoded = Buffer.from(`${before}${password}`).toString('base64');
    const left = masked(encoded).replace('[redacted:environment]', '');
    expect(left.length).toBeLessThanOrEqual(Buffer.from(before).toString('base64').length + 4);
    expect(masked(encoded)).not.toBe(encoded);
  }
});

test('a value that wraps', () => {
  expect(own.lines(['\u2502 says plain wor \u2502', '\u2502 ds as key yes  \u2502']).lines).toEqual([
    '\u2502 says [redacted:environment] \u2502',
    '\u2502 [redacted:environment] yes  \u2502',
  ]);
});

test('what names a place, is no secret, or is too short stays', () => {
  const text = Object.entries(environment).flatMap(([name, value]) =>
    /^(GOOGLE|SSH|GIT|KEYB|TOKENI|TEST|SHORT|PLAIN)/.test(name) ? [`(${value})`] : [],
  );
  expect(text).toHaveLength(8);
  expect(own.lines(text)).toEqual({ lines: text, redacted: {} });
});
