/** What the three tools take, as JSON schemas with their limits. Pure data. */

const COUNT = { type: 'integer', minimum: 0, maximum: 1_000_000 } as const;

const PAGE = {
  offset: { ...COUNT, description: 'Where the page begins; take next_offset of the page before. Default 0.' },
  limit: { type: 'integer', minimum: 1, maximum: 20, description: 'How many, at most 20. Default 10.' },
} as const;

const FILTERS = {
  provider: { type: 'string', maxLength: 64, description: 'Only sessions of this agent.' },
  since: { type: 'string', maxLength: 40, description: 'Only those active since then: 2h, 3d, 1w or 2026-11-30.' },
  until: { type: 'string', maxLength: 40, description: 'Only those begun before then.' },
  status: { type: 'string', enum: ['running', 'exited', 'signaled', 'failed', 'interrupted'] },
} as const;

export const LIST_SCHEMA = {
  type: 'object',
  properties: { ...PAGE, ...FILTERS },
  additionalProperties: false,
} as const;

export const SEARCH_SCHEMA = {
  type: 'object',
  properties: {
    query: { type: 'string', minLength: 1, maxLength: 1000, description: 'Words that the session showed.' },
    literal: { type: 'boolean', description: 'Exactly this text, upper and lower case told apart.' },
    ...PAGE,
    ...FILTERS,
  },
  required: ['query'],
  additionalProperties: false,
} as const;

export const READ_SCHEMA = {
  type: 'object',
  properties: {
    session: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'An id as list or search gave it, or a name.',
    },
    query: { type: 'string', minLength: 1, maxLength: 1000, description: 'Begin where these words are found best.' },
    offset: { ...COUNT, description: 'The first entry of the page; take next_offset of the page before.' },
    limit: PAGE.limit,
    entry_bytes: {
      type: 'integer',
      minimum: 256,
      maximum: 16_384,
      description: 'The most bytes of an entry, 256 to 16384. Default 2048.',
    },
    revision: { type: 'string', maxLength: 64, description: 'Of the first page, so that the pages belong together.' },
  },
  required: ['session'],
  additionalProperties: false,
} as const;

export interface ListArguments {
  readonly offset?: number;
  readonly limit?: number;
  readonly provider?: string;
  readonly since?: string;
  readonly until?: string;
  readonly status?: string;
}

export interface SearchArguments extends ListArguments {
  readonly query: string;
  readonly literal?: boolean;
}

export interface ReadArguments {
  readonly session: string;
  readonly query?: string;
  readonly offset?: number;
  readonly limit?: number;
  readonly entry_bytes?: number;
  readonly revision?: string;
}
