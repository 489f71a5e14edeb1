import { z } from 'zod';
import { commandId } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';

const key = z.string().min(1, '必填').max(64);
const named = z.object({ courseCode: z.string(), courseName: z.string() });
const path = (action: string) => `/scheme/courseGroupManagement/${action}`;

/** Schemes that quote a group and are not in approval nor approved, with what would change (SCHEME-40…42). */
export const courseGroupDifferences = defineOperation({
  id: 'courseGroupManagement.differences',
  method: 'GET',
  path: path('differences'),
  access: { permission: 'courseGroupManagement:sync' },
  scope: 'resource',
  summary: '课组与引用方案的差异',
  outcome: 'query',
  input: z.object({ courseGroupId: key }),
  output: z.object({
    list: z.array(
      z.object({
        majorSchemaKey: z.string(),
        schemaName: z.string(),
        /** Of the content that was compared. */
        revision: z.number().int(),
        added: z.array(named),
        removed: z.array(named),
      }),
    ),
  }),
});
export type GroupDifferenceRow = z.output<typeof courseGroupDifferences.output>['list'][number];

/** Makes one scheme what the group says, as it was shown: refused when either has changed since. */
export const syncCourseGroup = defineOperation({
  id: 'courseGroupManagement.sync',
  method: 'POST',
  path: path('sync'),
  access: { permission: 'courseGroupManagement:sync' },
  scope: 'resource',
  summary: '课组同步到方案',
  encoding: 'json',
  outcome: 'update',
  input: z.object({
    commandId,
    courseGroupId: key,
    majorSchemaKey: key,
    revision: z.number().int(),
    /** Courses as they were shown, by `courseCode`. */
    added: z.array(key).max(200),
    removed: z.array(key).max(200),
  }),
  output: z.object({ majorSchemaKey: z.string(), revision: z.number().int() }),
});
