import { z } from 'zod';
import { defineCommand } from '../../kernel/command.ts';
import { commandId, dateTimeText, pageNum, pageSize, total, yesNoFlag } from '../../kernel/fields.ts';
import { sortBy } from '../../kernel/list-sort.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { noScope } from '../../kernel/scope.vocabulary.ts';
import { yesNo } from '../../kernel/yes-no.ts';
import { publishStatus } from '../../notice/notice.vocabulary.ts';
import { initialChange, initialStatus } from './warning.vocabulary.ts';

const key = z.string().min(1).max(64);
const text = z.string().trim().max(60).optional();
const count = z.number().int().min(0);

/** Publishes a scheme, which fixes the versions of its rules, or takes it back to change it (STUDENT-STATUS-26). */
export const publishWarningSchemeOperation = defineOperation({
  id: 'statusWarningScheme.publish',
  method: 'POST',
  path: '/studentStatus/statusWarningScheme/publish',
  access: { permission: 'statusWarningScheme:publish' },
  scope: noScope.school,
  summary: '预警方案发布与撤回',
  encoding: 'form',
  outcome: 'operate',
  input: z.object({
    commandId,
    key,
    publishStatus: z.enum([publishStatus.draft, publishStatus.published]),
  }),
  output: z.object({ key: z.string() }),
});
export const publishWarningScheme = defineCommand(
  'statusWarningScheme.publish',
  publishWarningSchemeOperation.input.omit({ commandId: true }),
  publishWarningSchemeOperation.output,
);

/** Computes the initial list of a published scheme, or again: what did not change stays (STUDENT-STATUS-30). */
export const computeWarnings = defineOperation({
  id: 'initialList.compute',
  method: 'POST',
  path: '/studentStatus/initialList/compute',
  access: { permission: 'initialList:compute' },
  scope: noScope.school,
  summary: '计算预警初始名单',
  encoding: 'form',
  outcome: 'generate',
  input: z.object({ commandId, warningSchemeId: key }),
  output: z.object({ jobId: z.uuid(), total: count }),
});
/** Starts the job of a computation: an item for each grade and major with students of the scheme. */
export const startWarnings = defineCommand(
  'initialList.compute',
  z.object({ warningSchemeId: key }),
  computeWarnings.output,
);
/** What the job of a computation is told. */
export const warningComputation = z.object({ warningSchemeId: z.string() });

const filter = {
  warningSchemeId: z.string().max(64).optional(),
  keyword: text,
  departmentId: text,
  warningLevelCode: text,
  initialStatus: z.enum(initialStatus).optional(),
  initialChange: z.enum(initialChange).optional(),
};

/** A part of the reason: an indicator with its value, and how that came about. */
export const warningReason = z.object({ figure: z.string(), words: z.string() });
/** One line of an initial list. */
export const initialLine = z.object({
  initialId: z.string(),
  warningSchemeId: z.string(),
  schemeName: z.string(),
  studentCode: z.string(),
  studentNumber: z.string(),
  studentName: z.string(),
  departmentName: z.string(),
  gradeMajorName: z.string(),
  administrativeClassName: z.string(),
  warningLevelCode: z.string(),
  warningLevelName: z.string(),
  colour: z.string(),
  /** Name of the level before the last computation; empty: it was the same, or there was none. */
  levelBefore: z.string(),
  /** Every rule that holds with its value, in one sentence. */
  reasonText: z.string(),
  reasons: z.array(warningReason),
  initialStatus: z.enum(initialStatus),
  initialChange: z.enum(initialChange),
  /** Why the student is not warned although rules hold: 休学, 交换; empty: he is. */
  leftOut: z.string(),
  exemptSign: yesNoFlag,
  exemptReason: z.string(),
  computedAt: dateTimeText,
});
export type InitialLine = z.output<typeof initialLine>;

/** What the list is sorted by. */
export const initialSorts = ['studentNumber', 'departmentName', 'warningLevel', 'initialStatus'] as const;

export const queryInitialList = defineOperation({
  id: 'initialList.query',
  method: 'POST',
  path: '/studentStatus/initialList/query',
  access: { permission: 'initialList:query' },
  scope: 'student',
  summary: '预警初始名单',
  encoding: 'form',
  outcome: 'query',
  input: z.object({ ...filter, sort: sortBy(initialSorts), pageNo: pageNum, pageSize }),
  output: z.object({
    rows: z.array(initialLine),
    total,
    /** Of all that the filter without its status finds, by status. */
    counts: z.record(z.enum(initialStatus), count),
  }),
});
export const exportInitialList = defineOperation({
  id: 'initialList.export',
  method: 'POST',
  path: '/studentStatus/initialList/exportExcel',
  access: { permission: 'initialList:exportExcel' },
  scope: 'student',
  summary: '导出预警初始名单',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object(filter),
  output: z.unknown(),
});

/** A rule that holds, with its version, its value and what that came from. */
export const shownHit = z.object({
  ruleText: z.string(),
  versionNo: z.number().int(),
  warningLevelName: z.string(),
  indicatorName: z.string(),
  value: z.string(),
  words: z.string(),
  /** Whether the version is still the newest one of the rule. */
  isNewest: z.boolean(),
  attempts: z.array(
    z.object({
      courseNum: z.string(),
      courseName: z.string(),
      courseCredit: z.string(),
      semesterId: z.string(),
      finalName: z.string(),
      passed: z.boolean(),
    }),
  ),
});
export type ShownHit = z.output<typeof shownHit>;
export const initialListDetail = defineOperation({
  id: 'initialList.detail',
  method: 'GET',
  path: '/studentStatus/initialList/detail',
  access: { permission: 'initialList:query' },
  scope: 'student',
  summary: '预警初始名单明细',
  outcome: 'query',
  input: z.object({ key }),
  output: z.object({ row: initialLine, hits: z.array(shownHit) }),
});

const chosen = z.array(key).min(1, '请至少选择一条数据').max(200, '一次最多处理 200 条');
/** Exempts lines with a reason, or takes that back with an empty one. */
export const exemptWarningsOperation = defineOperation({
  id: 'initialList.exempt',
  method: 'POST',
  path: '/studentStatus/initialList/exempt',
  access: { permission: 'initialList:exempt' },
  scope: 'student',
  summary: '预警初始名单免予预警',
  encoding: 'json',
  outcome: 'operate',
  input: z
    .object({
      commandId,
      keys: chosen,
      exemptSign: yesNoFlag,
      exemptReason: z.string().trim().max(100, '最多 100 个字符').default(''),
    })
    .refine((given) => given.exemptSign === yesNo.no || given.exemptReason !== '', {
      path: ['exemptReason'],
      message: '请填写免予预警的原因',
    }),
  output: z.object({ changed: count, kept: count }),
});
export const exemptWarnings = defineCommand(
  'initialList.exempt',
  z.object({ keys: chosen, exemptSign: yesNoFlag, exemptReason: z.string() }),
  exemptWarningsOperation.output,
);

/** Confirms lines: each becomes a result, once for a scheme and a student (STUDENT-STATUS-27). */
export const confirmWarningsOperation = defineOperation({
  id: 'initialList.confirm',
  method: 'POST',
  path: '/studentStatus/initialList/confirm',
  access: { permission: 'initialList:confirm' },
  scope: 'student',
  summary: '预警初始名单确认',
  encoding: 'json',
  outcome: 'operate',
  input: z.object({ commandId, keys: chosen }),
  output: z.object({ changed: count, kept: count }),
});
export const confirmWarnings = defineCommand(
  'initialList.confirm',
  z.object({ keys: chosen }),
  confirmWarningsOperation.output,
);
