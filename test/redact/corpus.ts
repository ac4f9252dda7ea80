/**
 * Secrets of every kind, made up here: no real one, and none in a form that a scanner of repositories would report, since
 * prefix and body only meet when a test runs.
 */

export interface Sample {
  readonly kind: string;
  /** What stands before the secret in its line, and belongs to what makes it one. */
  readonly before: string;
  readonly secret: string;
  readonly after: string;
}

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';
const BASE62 = `${UPPER}${UPPER.toLowerCase()}${DIGITS}`;
const HEX = `${DIGITS}abcdef`;

/** Characters by a small generator (mulberry32), the same in every run. */
function body(alphabet: string, length: number, seed: number): string {
  let state = seed;
  return Array.from({ length }, () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return alphabet.charAt(((mixed ^ (mixed >>> 14)) >>> 0) % alphabet.length);
  }).join('');
}

type Row = readonly [kind: string, before: string, secret: (seed: number) => string, after?: string];

const token =
  (prefix: string, length: number, alphabet = BASE62) =>
  (seed: number) =>
    prefix + body(alphabet, length, seed);
const URL_SAFE = `${BASE62}-_`;

const ROWS: readonly Row[] = [
  ['aws-access-key-id', '', token('AKIA', 16, `${UPPER}234567`)],
  ['aws-access-key-id', 'aws_access_key_id = ', token('ASIA', 16, `${UPPER}234567`)],
  ['aws-secret-key', 'AWS_SECRET_ACCESS_KEY=', token('', 40, `${BASE62}/+`)],
  ['aws-secret-key', 'AWS Secret Access Key [None]: ', token('', 40)],
  ['aws-session-token', 'aws_session_token=', token('', 300, `${BASE62}/+`)],
  ['google-api-key', '', token('AIza', 35, URL_SAFE)],
  ['google-oauth', 'client: ', token('GOCSPX-', 28, URL_SAFE)],
  ['google-oauth', '', token('ya29.', 120, URL_SAFE)],
  ['gcp-service-account', '"private_key_id": "', token('', 40, HEX), '",'],
  ['azure-storage-key', 'AccountName=x;AccountKey=', (seed) => `${body(`${BASE62}+/`, 86, seed)}==`],
  ['digitalocean-token', '', token('dop_v1_', 64, HEX)],
  ['github-token', '', token('ghp_', 36)],
  ['github-token', 'GH=', token('gho_', 36)],
  ['github-token', '', token('ghu_', 36)],
  ['github-token', 'https://x-access-token:', token('ghs_', 36), '@host/'],
  ['github-token', '', token('ghr_', 76)],
  ['github-token', '', (seed) => `github_pat_${body(BASE62, 22, seed)}_${body(BASE62, 59, seed + 1)}`],
  ['gitlab-token', '', token('glpat-', 20, URL_SAFE)],
  ['gitlab-token', '', token('glrt-', 20, URL_SAFE)],
  ['bitbucket-token', '', token('ATBB', 32)],
  ['bitbucket-token', '', token('ATATT3x', 180, URL_SAFE)],
  ['anthropic-key', '', (seed) => `sk-ant-api03-${body(URL_SAFE, 93, seed)}AA`],
  ['anthropic-key', 'key=', (seed) => `sk-ant-oat01-${body(URL_SAFE, 93, seed)}AA`],
  ['openrouter-key', '', token('sk-or-v1-', 64, HEX)],
  ['openai-key', '', token('sk-proj-', 156, URL_SAFE)],
  ['openai-key', '', token('sk-svcacct-', 110, URL_SAFE)],
  ['openai-key', '', (seed) => `sk-${body(BASE62, 20, seed)}T3BlbkFJ${body(BASE62, 20, seed + 1)}`],
  ['openai-key', 'deepseek ', token('sk-', 32, HEX)],
  ['xai-key', '', token('xai-', 80)],
  ['groq-key', '', token('gsk_', 52)],
  ['huggingface-token', '', token('hf_', 34)],
  ['perplexity-key', '', token('pplx-', 48)],
  ['replicate-token', '', token('r8_', 37)],
  ['nvidia-key', '', token('nvapi-', 64, URL_SAFE)],
  ['mistral-key', 'MISTRAL_API_KEY=', token('', 32)],
  [
    'slack-token',
    '',
    (seed) => `xoxb-${body(DIGITS, 12, seed)}-${body(DIGITS, 13, seed + 1)}-${body(BASE62, 24, seed + 2)}`,
  ],
  ['slack-token', '', (seed) => `xapp-1-${body(UPPER, 11, seed)}-${body(DIGITS, 13, seed)}-${body(HEX, 64, seed)}`],
  [
    'slack-webhook',
    'https://hooks.slack.com/services/',
    (seed) => `T${body(UPPER, 8, seed)}/B${body(UPPER, 8, seed + 1)}/${body(BASE62, 24, seed)}`,
  ],
  [
    'discord-token',
    '',
    (seed) => `MT${body(BASE62, 22, seed)}.${body(URL_SAFE, 6, seed)}.${body(URL_SAFE, 38, seed + 1)}`,
  ],
  ['discord-webhook', 'https://discord.com/api/webhooks/123456789012345678/', token('', 68, URL_SAFE)],
  ['telegram-token', '1234567890:', token('AA', 33, URL_SAFE)],
  [
    'teams-webhook',
    'https://x.webhook.office.com/webhookb2/',
    (seed) =>
      `${body(HEX, 36, seed)}@${body(HEX, 36, seed + 1)}/IncomingWebhook/${body(HEX, 32, seed)}/${body(HEX, 36, seed)}`,
  ],
  ['npm-token', '//registry/:_authToken=', token('npm_', 36)],
  ['pypi-token', '', token('pypi-AgEIcHlwaS5vcmc', 150, URL_SAFE)],
  ['stripe-key', '', token('sk_live_', 24)],
  ['stripe-key', '', token('rk_live_', 99)],
  ['stripe-webhook-secret', '', token('whsec_', 32)],
  ['twilio-key', '', token('SK', 32, HEX)],
  ['sendgrid-key', '', (seed) => `SG.${body(URL_SAFE, 22, seed)}.${body(URL_SAFE, 43, seed + 1)}`],
  ['mailgun-key', '', token('key-', 32, HEX)],
  ['docker-token', '', token('dckr_pat_', 27, URL_SAFE)],
  ['vault-token', '', token('hvs.', 90, URL_SAFE)],
  [
    'jwt',
    '',
    (seed) => `eyJ${body(URL_SAFE, 33, seed)}.eyJ${body(URL_SAFE, 120, seed + 1)}.${body(URL_SAFE, 43, seed + 2)}`,
  ],
  ['authorization', 'Authorization: Bearer ', token('', 40)],
  ['authorization', "-H 'authorization: Basic ", (seed) => `${body(BASE62, 26, seed)}==`, "'"],
  ['authorization', 'Bearer ', token('x1', 60, URL_SAFE)],
  ['url-password', 'postgres://admin:', token('', 14), '@db.internal:5432/app'],
  ['assignment', 'DB_PASSWORD=', token('x4', 14)],
  ['assignment', 'export SERVICE_API_KEY="', token('x4', 30), '"'],
  ['assignment', 'client_secret: "', token('x4', 30), '"'],
  ['assignment', "const apiKey = '", token('x4', 30), "';"],
  ['assignment', '{"access_token":"', token('x4', 40), '","x":1}'],
  ['assignment', 'https://host/path?token=', token('x4', 30), '&page=2'],
  ['assignment', 'mysql --password ', token('x4', 18), ' -h db'],
  ['assignment', 'password: ', token('x4', 18)],
];

export const SAMPLES: readonly Sample[] = ROWS.map(([kind, before, secret, after], index) => ({
  kind,
  before,
  secret: secret(1000 + 17 * index),
  after: after ?? '',
}));

/** A PEM block; its lines are base64 and as long as openssl makes them. */
export function privateKey(label: string, lines = 12): string[] {
  const mark = (word: string) => `-----${word} ${label}-----`;
  const block = Array.from({ length: lines }, (_, line) =>
    body(`${BASE62}+/`, line === lines - 1 ? 22 : 64, 7 * line + 1),
  );
  return [mark('BEGIN'), ...block.slice(0, -1), `${block.at(-1) ?? ''}==`, mark('END')];
}
