/**
 * Secrets that vendors issue, by their shapes: facts from the vendors' documentation and from tokens they issue. What only
 * context tells apart (AWS secrets, Mistral keys) needs its name beside it.
 */

import type { Rule } from './rule.ts';

const cloud: readonly Rule[] = [
  {
    kind: 'aws-secret-key',
    keywords: ['akia', 'asia'],
    pattern: /A[KS]IA[A-Z0-9]{16}["']?[\s,;|:/]{1,8}["']?(?<secret>[A-Za-z0-9/+]{40})(?![/+=])/dy,
    entropy: 3.5,
  },
  { kind: 'aws-access-key-id', keywords: ['akia', 'asia', 'abia', 'acca'], pattern: /A[KSBC][IC]A[A-Z0-9]{16}/dy },
  {
    kind: 'aws-secret-key',
    keywords: ['secret'],
    pattern:
      /secret[_ -]?(?:access[_ -]?)?key["'\]]{0,2}\s{0,4}(?:\[[^\]\n]{0,40}\])?\s{0,4}[:=]{1,2}\s{0,4}["']?(?<secret>[A-Za-z0-9/+]{40})(?![/+=])/diy,
    entropy: 3.5,
    begins: 'anywhere',
  },
  {
    kind: 'aws-session-token',
    keywords: ['session'],
    pattern: /session[_-]?token["'\]]{0,2}\s{0,4}[:=]{1,2}\s{0,4}["']?(?<secret>[A-Za-z0-9/+=]{100,2000})/diy,
    begins: 'anywhere',
  },
  { kind: 'google-api-key', keywords: ['aiza'], pattern: /AIza[\w-]{35}/dy },
  { kind: 'google-oauth', keywords: ['gocspx-'], pattern: /GOCSPX-[\w-]{28}/dy },
  { kind: 'google-oauth', keywords: ['ya29.'], pattern: /ya29\.[\w.-]{20,1024}/dy, entropy: 3 },
  {
    kind: 'gcp-service-account',
    keywords: ['private_key_id'],
    pattern: /private_key_id\\?["']?\s{0,4}:\s{0,4}\\?["']?(?<secret>[0-9a-f]{40})/diy,
    begins: 'anywhere',
  },
  {
    kind: 'azure-storage-key',
    keywords: ['accountkey', 'sharedaccesskey', 'storage_key', 'account_key'],
    pattern:
      /(?:account|sharedaccess|storage)_?key["']?\s{0,4}[:=]\s{0,4}["']?(?<secret>[A-Za-z0-9+/]{42,88}={0,2})/diy,
    begins: 'anywhere',
  },
  { kind: 'digitalocean-token', keywords: ['dop_v1_', 'doo_v1_'], pattern: /do[op]_v1_[0-9a-f]{64}/dy },
];

const forges: readonly Rule[] = [
  {
    kind: 'github-token',
    keywords: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
    pattern: /gh[pousr]_[A-Za-z0-9]{36,255}/dy,
  },
  { kind: 'github-token', keywords: ['github_pat_'], pattern: /github_pat_[A-Za-z0-9_]{36,255}/dy },
  {
    kind: 'gitlab-token',
    keywords: ['glpat-', 'gldt-', 'glrt-', 'glptt-', 'glcbt-', 'glsoat-', 'gloas-'],
    pattern: /gl(?:pat|dt|rt|ptt|cbt|soat|oas)-[\w-]{20,300}(?:\.[\w.]{2,20})?/dy,
    entropy: 3,
  },
  { kind: 'bitbucket-token', keywords: ['atbb'], pattern: /ATBB[A-Za-z0-9]{24,64}/dy, entropy: 3 },
  { kind: 'bitbucket-token', keywords: ['atatt3x', 'atctt3x'], pattern: /AT[AC]TT3x[\w=-]{40,300}/dy },
];

const models: readonly Rule[] = [
  { kind: 'anthropic-key', keywords: ['sk-ant-'], pattern: /sk-ant-[\w-]{20,200}/dy, entropy: 3.3 },
  { kind: 'openrouter-key', keywords: ['sk-or-'], pattern: /sk-or-[\w-]{32,128}/dy, entropy: 3.3 },
  {
    kind: 'openai-key',
    keywords: ['sk-proj-', 'sk-svcacct-', 'sk-admin-'],
    pattern: /sk-(?:proj|svcacct|admin)-[\w-]{20,300}/dy,
    entropy: 3.3,
  },
  { kind: 'openai-key', keywords: ['sk-'], pattern: /sk-[A-Za-z0-9]{32,100}/dy, entropy: 3.3 },
  { kind: 'xai-key', keywords: ['xai-'], pattern: /xai-[A-Za-z0-9]{40,120}/dy, entropy: 3.3 },
  { kind: 'groq-key', keywords: ['gsk_'], pattern: /gsk_[A-Za-z0-9]{40,80}/dy, entropy: 3.3 },
  { kind: 'huggingface-token', keywords: ['hf_'], pattern: /hf_[A-Za-z0-9]{30,64}/dy, entropy: 3.3 },
  { kind: 'perplexity-key', keywords: ['pplx-'], pattern: /pplx-[A-Za-z0-9]{32,80}/dy, entropy: 3 },
  { kind: 'replicate-token', keywords: ['r8_'], pattern: /r8_[A-Za-z0-9]{30,60}/dy, entropy: 3 },
  { kind: 'nvidia-key', keywords: ['nvapi-'], pattern: /nvapi-[\w-]{40,100}/dy, entropy: 3 },
  {
    kind: 'mistral-key',
    keywords: ['mistral'],
    pattern:
      /mistral(?:_?ai)?[_ -]?(?:api[_ -]?)?(?:key|token)["'\]]{0,2}\s{0,4}[:=]{1,2}\s{0,4}["']?(?<secret>[A-Za-z0-9]{32})/diy,
    entropy: 3,
    begins: 'anywhere',
  },
];

const chat: readonly Rule[] = [
  {
    kind: 'slack-token',
    keywords: ['xox', 'xapp-'],
    pattern: /(?:xox[a-z](?:\.xox[a-z])?|xapp)-[A-Za-z0-9-]{10,250}/dy,
    entropy: 2.5,
  },
  {
    kind: 'slack-webhook',
    keywords: ['hooks.slack.com/'],
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[A-Za-z0-9/_-]{20,120})/dy,
  },
  {
    kind: 'discord-token',
    keywords: ['mt', 'mj', 'mz', 'nd', 'nt', 'nj', 'nz', 'od', 'ot'],
    pattern: /(?:M[Tjz]|N[DTjz]|O[DT])[A-Za-z0-9]{20,26}\.[\w-]{6}\.[\w-]{27,40}/dy,
    entropy: 3.5,
    begins: 'run',
  },
  {
    kind: 'discord-webhook',
    keywords: ['/api/webhooks/'],
    pattern: /\/api\/webhooks\/\d{15,21}\/(?<secret>[\w-]{40,100})/dy,
    begins: 'anywhere',
  },
  { kind: 'telegram-token', keywords: [':aa'], pattern: /(?<=\d{8,12}):(?<secret>AA[\w-]{33})/dy, begins: 'anywhere' },
  {
    kind: 'teams-webhook',
    keywords: ['webhook.office.com/'],
    pattern: /webhook\.office\.com\/webhookb2\/(?<secret>[0-9a-f@-]{36,80}\/IncomingWebhook\/[0-9a-zA-Z/_-]{32,160})/dy,
  },
];

const services: readonly Rule[] = [
  { kind: 'npm-token', keywords: ['npm_'], pattern: /npm_[A-Za-z0-9]{36}/dy, entropy: 3 },
  { kind: 'pypi-token', keywords: ['pypi-'], pattern: /pypi-[\w-]{50,400}/dy, entropy: 3.3 },
  {
    kind: 'stripe-key',
    keywords: ['sk_live_', 'rk_live_', 'sk_test_', 'rk_test_'],
    pattern: /[sr]k_(?:live|test)_[A-Za-z0-9]{16,250}/dy,
    entropy: 3,
  },
  { kind: 'stripe-webhook-secret', keywords: ['whsec_'], pattern: /whsec_[A-Za-z0-9+/]{24,100}={0,2}/dy, entropy: 3 },
  { kind: 'twilio-key', keywords: ['sk'], pattern: /SK[0-9a-f]{32}/dy, entropy: 2.5 },
  { kind: 'sendgrid-key', keywords: ['sg.'], pattern: /SG\.[\w-]{16,32}\.[\w-]{32,64}/dy, entropy: 3 },
  { kind: 'mailgun-key', keywords: ['key-'], pattern: /key-[0-9a-f]{32}/dy, entropy: 2.5 },
  { kind: 'docker-token', keywords: ['dckr_pat_'], pattern: /dckr_pat_[\w-]{24,64}/dy },
  { kind: 'vault-token', keywords: ['hvs.'], pattern: /hvs\.[\w-]{24,200}/dy, entropy: 3 },
];

export const VENDOR_RULES: readonly Rule[] = [cloud, forges, models, chat, services].flat();
