import { z } from 'zod';
import { dateTimeText, integer } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { changeKindNames, changeOperations } from './change-feed.vocabulary.ts';

const text = z.string();
const either = text.nullable();

/** A student as the school has him now; of one who was `moved` out of sight, no more than who it was. */
const studentFacts = z.object({
  studentCode: text,
  studentNumber: text,
  studentName: text.optional(),
  bjdm: text.optional(),
  njzydm: text.optional(),
  grade: text.optional(),
  departmentId: text.optional(),
  majorId: text.optional(),
  schoolZone: text.optional(),
  studentType: text.optional(),
  studentStatus: text.optional(),
});
/** A teacher of a teaching class; the first by `sortNum` types its scores. */
const classTeacherFacts = z.object({
  teachingClassId: text,
  teachingClassCode: either,
  teacherCode: text,
  teacherNumber: either,
  sortNum: z.number().int(),
});
/** A student in a teaching class. */
const rosterFacts = z.object({
  teachingClassId: text,
  teachingClassCode: either,
  studentCode: text,
  studentNumber: either,
  listSource: text,
});
/**
 * A published score: one attempt of a student at a course. `finalName` is what is shown; `teachingClassId` and
 * `scoreType` are null where it was recognised. Of a withdrawn one only what it was.
 */
export const scoreFacts = z.object({
  attemptId: text,
  studentCode: text,
  studentNumber: text,
  courseId: text,
  courseNum: text.optional(),
  semesterId: text.optional(),
  teachingClassId: either.optional(),
  scoreType: either.optional(),
  examNature: text.optional(),
  finalName: text.optional(),
  scoreRemarkCode: text.optional(),
  passed: z.boolean().optional(),
});

const about = { changeId: text, operation: z.enum(changeOperations), time: dateTimeText };
/** One change. `changeId` stays the same however often it is told. */
const change = z.discriminatedUnion('kind', [
  z.object({ ...about, kind: z.literal('student'), facts: studentFacts }),
  z.object({ ...about, kind: z.literal('classTeacher'), facts: classTeacherFacts }),
  z.object({ ...about, kind: z.literal('roster'), facts: rosterFacts }),
  z.object({ ...about, kind: z.literal('score'), facts: scoreFacts }),
]);
export type Change = z.output<typeof change>;

const kinds = z
  .string()
  .transform((list) => list.split(',').map((kind) => kind.trim()))
  .pipe(z.array(z.enum(changeKindNames, `应为以逗号分隔的 ${changeKindNames.join('、')}`)).max(20))
  .optional();

/**
 * What changed after a cursor, in the order in which it came to be seen, at least once each. Without a cursor: from now
 * on, or (`from=beginning`) all that is there first and what changed since after it. Keep the cursor of each answer
 * when its changes are dealt with, and ask with it again, at once while `hasMore`. `waitSeconds`: wait so long for the
 * first change. Refuses CHANGE_CURSOR_UNREADABLE and CHANGE_CURSOR_EXPIRED (begin anew) and CHANGE_KIND_RIGHTS.
 */
export const queryChanges = defineOperation({
  id: 'changeFeed.query',
  method: 'GET',
  path: '/system/changeFeed/query',
  access: { permission: 'changeFeed:query' },
  scope: 'student',
  summary: '数据变更',
  calledBy: 'programs that keep a copy of students, rosters and published scores',
  input: z.object({
    cursor: z.string().trim().max(500, '最多 500 个字符').optional(),
    from: z.enum(['beginning', 'now']).default('now'),
    kinds,
    limit: integer(1, 1_000).default(200),
    waitSeconds: integer(0, 25).default(0),
  }),
  output: z.object({ changes: z.array(change), cursor: z.string(), hasMore: z.boolean() }),
});

export const changeFeedOperations = [queryChanges] as const;
