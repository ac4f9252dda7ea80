/**
 * What secrets look like: the table that src/redact/find.ts applies. Order matters: where two rules meet, the earlier one
 * names the kind.
 *
 * No pattern may cost more than its own length: every quantifier has an upper bound and none stands inside another.
 */

import type { Rule } from './rule.ts';
import { VENDOR_RULES } from './vendor-rules.ts';

const general: readonly Rule[] = [
  {
    kind: 'jwt',
    keywords: ['eyj'],
    pattern: /eyJ[\w-]{8,1024}\.eyJ[\w-]{8,8192}\.[\w-]{8,1024}/dy,
    begins: 'run',
  },
  {
    kind: 'authorization',
    keywords: ['authorization'],
    pattern:
      /(?:[Aa]uthorization|AUTHORIZATION)\\?["']?\s{0,4}[:=,]\s{0,4}\\?["']?(?:(?:[Bb]earer|[Bb]asic|[Tt]oken)\s{1,8})?(?<secret>(?=[\w.~+/-]{0,64}(?:[\d=]|[A-Z]{2}[a-z]))[\w.~+/-]{8,4096}={0,2})/dy,
    entropy: 2.5,
    begins: 'anywhere',
  },
  {
    kind: 'authorization',
    keywords: ['bearer'],
    pattern: /(?:[Bb]earer|BEARER)\s{1,8}(?<secret>(?=[\w.~+/-]{0,64}\d)[\w.~+/-]{16,4096}={0,2})/dy,
    entropy: 3,
  },
  {
    kind: 'url-password',
    keywords: ['://'],
    pattern: /:\/\/[^\s:@/?#"'<>]{0,128}:(?<secret>(?![$<{*]|\[redacted:)[^\s@/"'<>]{1,256})(?=@)/dy,
    begins: 'anywhere',
  },
];

/** Names that a secret follows; what the patterns let stand between keeps other words out (`token_type`, `tokenizer`). */
const NAMES: readonly string[] = [
  ...['password', 'passwd', 'passphrase', 'secret', 'token', 'credential'],
  ...['api', 'access', 'auth', 'private'].flatMap((name) => [`${name}key`, `${name}_key`, `${name}-key`]),
];

const assignments: readonly Rule[] = [
  {
    // an environment file or an export: any value but a reference or a path
    kind: 'assignment',
    keywords: NAMES,
    pattern:
      /(?:PASS(?:WORD|WD|PHRASE)|SECRET|TOKEN|(?:API|ACCESS|AUTH|PRIVATE)_?KEY|CREDENTIALS?)(?:_(?:KEY|VALUE|BASE))?=["']?(?<secret>(?![$<{*%([]|\/[\w.-]{1,64}\/)[^\s"'`;|&<>()[\]{}]{8,512})/dy,
    entropy: 2.5,
    begins: 'anywhere',
    isWeak: true,
  },
  {
    // quoted, in any language: no blanks, and a digit or a sign among letters
    kind: 'assignment',
    keywords: NAMES,
    pattern:
      /(?:pass(?:word|wd|phrase)|secret|token|(?:api|access|auth|private)[_-]?key|credentials?)(?:[_-]?(?:key|value))?\\?["'\]]{0,2}[ \t]{0,4}(?::=|=>|[:=])[ \t]{0,4}\\?["'`](?<secret>(?![$<{*%([])(?=[^\s"'`]{0,128}[\d!@#$%^&*+?~])(?=[^\s"'`]{0,128}[A-Za-z])[^\s"'`\\]{8,512})(?=\\?["'`]|\s|$)/diy,
    entropy: 2.5,
    begins: 'anywhere',
    isWeak: true,
  },
  {
    // bare, as in YAML, a query or an option: letters and digits, and neither a call nor a member of something
    kind: 'assignment',
    keywords: NAMES,
    pattern:
      /(?:pass(?:word|wd|phrase)|secret|token|(?:api|access|auth|private)[_-]?key|credentials?)(?:[_-]?(?:key|value))?(?:["']?[ \t]{0,4}[:=][ \t]{0,4}|(?<=--[\w-]{1,40}) {1,2})(?<secret>(?![$<{*%([/]|[\w$]{1,80}[.([])(?=[^\s"'`,;&]{0,128}\d)(?=[^\s"'`,;&]{0,128}[A-Za-z])[^\s"'`,;|&<>()[\]{}]{8,512})/diy,
    entropy: 2.75,
    begins: 'anywhere',
    isWeak: true,
  },
];

export const RULES: readonly Rule[] = [...VENDOR_RULES, ...general, ...assignments];
