// How a vendor refuses: [[limit KIND WAIT]], where WAIT is the time to the reset (90s, 45m, 5h, 6d). From the vendor's public
// documentation and from what its agent parses.

const iso = (inSeconds) => new Date(Date.now() + inSeconds * 1000).toISOString();
const error = (type, message) => ({ type: 'error', error: { type, message }, request_id: 'req_fake' });

/** KIND: [default WAIT, HTTP status, (seconds to the reset) => { headers, body }] */
const KINDS = {
  // a balance that is used up: no time mends it
  'anthropic-balance': ['0s', 400, () => ({
    body: error('invalid_request_error', 'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.'),
  })],
  // a cap that the organisation set for itself
  'anthropic-cap': ['6d', 400, (s) => ({
    body: error('invalid_request_error', `You have reached your specified API usage limits. You will regain access on ${iso(s).slice(0, 10)} at 00:00 UTC.`),
  })],
  // requests per minute: not a usage limit, the agent waits by itself
  'anthropic-minute': ['20s', 429, (s) => ({
    headers: { 'retry-after': s, 'anthropic-ratelimit-requests-reset': iso(s) },
    body: error('rate_limit_error', "This request would exceed your organization's rate limit of 30,000 input tokens per minute."),
  })],
};

export function refusal(asked) {
  const [kind, wait] = asked.split(/\s+/);
  const [defaultWait, status, make] = KINDS[kind] ?? [];
  const inSeconds = seconds(wait ?? defaultWait);
  if (make === undefined || Number.isNaN(inSeconds)) {
    return { status: 400, headers: {}, body: error('invalid_request_error', `[[limit ${asked}]]: KIND is one of ${Object.keys(KINDS).join(', ')}; WAIT is like 90s, 45m, 5h or 6d`) };
  }
  return { status, headers: {}, ...make(inSeconds) };
}

function seconds(wait) {
  const [, number, unit] = /^(\d+)([smhd])$/.exec(wait) ?? [];
  return Number(number) * { s: 1, m: 60, h: 3600, d: 86_400 }[unit];
}
