// How a vendor refuses: [[limit KIND WAIT]], where WAIT is the time to the reset (90s, 45m, 5h, 6d). From the vendor's public
// documentation and from what its agent parses.

const epoch = (inSeconds) => Math.floor(Date.now() / 1000) + inSeconds;
const iso = (inSeconds) => new Date(epoch(inSeconds) * 1000).toISOString();

const anthropicError = (type, message) => ({ type: 'error', error: { type, message }, request_id: 'req_fake' });
const openaiError = (message, type, code) => ({ error: { message, type, param: null, code } });

/** A plan of ChatGPT: Codex reads type, plan and reset of it, and where the two windows stand from the headers. */
const chatgptLimit = (plan_type, s) => ({
  error: { type: 'usage_limit_reached', message: 'The usage limit has been reached', plan_type, resets_at: epoch(s) },
});
const chatgptWindows = ([usedOf5h, resetOf5h], [usedOfWeek, resetOfWeek]) => ({
  'x-codex-active-limit': 'codex',
  'x-codex-primary-used-percent': usedOf5h,
  'x-codex-primary-window-minutes': 300,
  'x-codex-primary-reset-at': epoch(resetOf5h),
  'x-codex-secondary-used-percent': usedOfWeek,
  'x-codex-secondary-window-minutes': 10_080,
  'x-codex-secondary-reset-at': epoch(resetOfWeek),
});

/** The free tier of the Gemini API: only the quota's name tells whether a minute or a day is used up. */
const googleQuota = (quotaId, s) => {
  const metric = 'generativelanguage.googleapis.com/generate_content_free_tier_requests';
  const type = (name) => `type.googleapis.com/google.rpc.${name}`;
  return {
    error: {
      code: 429,
      status: 'RESOURCE_EXHAUSTED',
      message: `You exceeded your current quota, please check your plan and billing details.\n* Quota exceeded for metric: ${metric}, limit: 10, model: gemini-2.5-flash\nPlease retry in ${s}.7s.`,
      details: [
        { '@type': type('QuotaFailure'), violations: [{ quotaMetric: metric, quotaId, quotaDimensions: { model: 'gemini-2.5-flash' } }] },
        { '@type': type('RetryInfo'), retryDelay: `${s}s` },
      ],
    },
  };
};

/** KIND: [default WAIT, HTTP status, (seconds to the reset) => { headers, body }] */
const KINDS = {
  // a balance that is used up: no time mends it
  'anthropic-balance': ['0s', 400, () => ({
    body: anthropicError('invalid_request_error', 'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.'),
  })],
  // a cap that the organisation set for itself
  'anthropic-cap': ['6d', 400, (s) => ({
    body: anthropicError('invalid_request_error', `You have reached your specified API usage limits. You will regain access on ${iso(s).slice(0, 10)} at 00:00 UTC.`),
  })],
  // requests per minute: not a usage limit, the agent waits by itself
  'anthropic-minute': ['20s', 429, (s) => ({
    headers: { 'retry-after': s, 'anthropic-ratelimit-requests-reset': iso(s) },
    body: anthropicError('rate_limit_error', "This request would exceed your organization's rate limit of 30,000 input tokens per minute."),
  })],

  // the 5 hours, and the week, of a subscription
  'openai-usage': ['3h', 429, (s) => ({ headers: chatgptWindows([100, s], [40, 345_600]), body: chatgptLimit('plus', s) })],
  'openai-usage-week': ['4d', 429, (s) => ({ headers: chatgptWindows([20, 3600], [100, s]), body: chatgptLimit('pro', s) })],
  // the same without a word on when it ends
  'openai-usage-bare': ['0s', 429, () => ({ body: { error: { type: 'usage_limit_reached', message: 'The usage limit has been reached' } } })],
  // a plan without Codex
  'openai-not-included': ['0s', 429, () => ({ body: { error: { type: 'usage_not_included', message: 'Usage not included', plan_type: 'free' } } })],
  // the balance of an API key
  'openai-quota': ['0s', 429, () => ({
    body: openaiError('You exceeded your current quota, please check your plan and billing details.', 'insufficient_quota', 'insufficient_quota'),
  })],
  // tokens per minute: not a usage limit
  'openai-minute': ['2s', 429, (s) => ({
    headers: { 'retry-after': s, 'x-ratelimit-remaining-tokens': 0, 'x-ratelimit-reset-tokens': `${s}s` },
    body: openaiError(`Rate limit reached for gpt-5 in organization org-fake on tokens per min (TPM): Limit 30000, Used 30000, Requested 1500. Please try again in ${s}s.`, 'tokens', 'rate_limit_exceeded'),
  })],

  'google-day': ['34s', 429, (s) => ({ body: googleQuota('GenerateRequestsPerDayPerProjectPerModel-FreeTier', s) })],
  // Gemini CLI waits by itself up to 5 minutes; what takes longer it announces, with the time of day
  'google-minute': ['34s', 429, (s) => ({ body: googleQuota('GenerateRequestsPerMinutePerProjectPerModel-FreeTier', s) })],

  // OpenCode's own plans
  'opencode-usage': ['3h', 429, (s) => ({
    headers: { 'retry-after': s },
    body: { type: 'error', error: { type: 'GoUsageLimitError', message: 'Subscription quota exceeded.' }, metadata: { limitName: '5 hour', resetAt: iso(s) } },
  })],
  'opencode-free': ['9h', 429, (s) => ({
    headers: { 'retry-after': s },
    body: { type: 'error', error: { type: 'FreeUsageLimitError', message: 'Rate limit exceeded. Please try again later.' } },
  })],
};

export function refusal(asked) {
  const [kind, wait] = asked.split(/\s+/);
  const [defaultWait, status, make] = KINDS[kind] ?? [];
  const inSeconds = seconds(wait ?? defaultWait);
  if (make === undefined || Number.isNaN(inSeconds)) {
    return { status: 400, headers: {}, body: anthropicError('invalid_request_error', `[[limit ${asked}]]: KIND is one of ${Object.keys(KINDS).join(', ')}; WAIT is like 90s, 45m, 5h or 6d`) };
  }
  return { status, headers: {}, ...make(inSeconds) };
}

function seconds(wait) {
  const [, number, unit] = /^(\d+)([smhd])$/.exec(wait) ?? [];
  return Number(number) * { s: 1, m: 60, h: 3600, d: 86_400 }[unit];
}
