import { z } from 'zod';
import type { OutcomeKind } from '../../kernel/outcome.vocabulary.ts';
import type { PermissionCode } from '../../kernel/permission.vocabulary.ts';

/** Address of the calls about one group of the scheme service (SCHEME-02). */
export const schemaPath = (action: string): `/${string}` => `/scheme/majorSchemaCustomize/${action}`;

/** Reads a scheme in the scope of its grade-majors. */
export const readingSchema = {
  access: { permission: 'majorSchemaCustomize:query' satisfies PermissionCode },
  scope: 'resource',
} as const;
export const asQuery = { outcome: 'query' satisfies OutcomeKind } as const;

/** Key of a scheme as calls name it. */
export const schemaKey = z.string().min(1, '数据丢失，请刷新后重试').max(64);
