import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { commandId } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import { scoreType } from '../score/score.vocabulary.ts';

/** SHELL-87: the current semester, `2026-2027-1`, with its name; empty texts while none is set. */
export const selectCurrentXnXq = defineOperation({
  id: 'semester.selectCurrentXnXq',
  method: 'GET',
  path: '/semester/selectCurrentXnXq',
  access: { signedIn: '人人都要知道当前学期' },
  summary: '当前学年学期',
  calledBy: 'Other systems of the school that ask for the current semester.',
  input: z.object({}),
  output: z.object({ semester: z.string(), semesterName: z.string() }),
});

const turned = z.object({ key: z.string() });
const key = z.string().min(1).max(11);
const turning = { method: 'POST', encoding: 'form', outcome: 'set' } as const;

/** Makes a semester the current one in place of the one before (BASE-DATA-16). */
export const setCurrentSemesterOperation = defineOperation({
  id: 'semester.setCurrent',
  ...turning,
  path: '/baseInfo/semester/setCurrent',
  access: { permission: 'semester:setCurrent' },
  scope: noScope.school,
  summary: '切换当前学期',
  input: z.object({ commandId, key }),
  output: turned,
});
/** With which scores are left behind that were never handed in. */
const leaving = {
  reason: z.string().trim().max(100, '最多 100 个字符').default(''),
};
/**
 * Closes a semester that is over: its rows stay as they are (C8). Scores that were never handed in are left behind only
 * with a reason (refuses SEMESTER_UNFINISHED); they can be handed in afterwards too.
 */
export const archiveSemesterOperation = defineOperation({
  id: 'semester.archive',
  ...turning,
  path: '/baseInfo/semester/archive',
  access: { permission: 'semester:archive' },
  scope: noScope.school,
  summary: '学期归档',
  input: z.object({ commandId, key, ...leaving }),
  output: turned,
});
const count = z.number().int().min(0);
/** What is still open in a semester, and what is set for it beside the one before (issue of every new semester). */
export const semesterReadiness = defineOperation({
  id: 'semester.readiness',
  method: 'GET',
  path: '/baseInfo/semester/readiness',
  access: { permission: 'semester:detail' },
  scope: noScope.school,
  summary: '学期完成情况与设置',
  input: z.object({ key }),
  output: z.object({
    lastSemester: z.string().nullable(),
    lastSemesterName: z.string().nullable(),
    /** `scoreType`: of classes whose scores were never handed in. */
    open: z.array(z.object({ what: z.string(), n: count, scoreType: z.enum(scoreType).nullable() })),
    settings: z.array(z.object({ name: z.string(), title: z.string(), here: count, last: count })),
  }),
});
const copying = { from: key, to: key, names: z.array(z.string().max(40)).min(1, '请至少选择一项').max(50) };
const copied = z.object({ copies: z.array(z.object({ title: z.string(), copied: count, there: count })) });
/** Starts a semester with the settings of another, moved to its own days. */
export const copySemesterSettingsOperation = defineOperation({
  id: 'semester.copySettings',
  method: 'POST',
  encoding: 'json',
  outcome: 'set',
  path: '/baseInfo/semester/copySettings',
  access: { permission: 'semester:copySettings' },
  scope: noScope.school,
  summary: '复制学期设置',
  input: z.object({ commandId, ...copying }),
  output: copied,
});
export const copySemesterSettings = defineCommand('semester.copySettings', z.object(copying), copied);
/** What the two operations send. */
export const setCurrentSemester = defineCommand('semester.setCurrent', z.object({ key }), turned);
export const archiveSemester = defineCommand('semester.archive', z.object({ key, ...leaving }), turned);

/** BASE-DATA-09: academic years that have a semester in use, newest first. */
export const getYears = defineOperation({
  id: 'semester.getXnList',
  method: 'GET',
  path: '/baseInfo/semester/getXnList',
  access: { signedIn: '学年列表人人可知，不含业务数据' },
  summary: '学年列表',
  calledBy: 'Other systems of the school that choose an academic year.',
  input: z.object({}),
  output: z.array(z.object({ xnzj: z.string() })),
});
export const semesterOperations = [
  selectCurrentXnXq,
  getYears,
  setCurrentSemesterOperation,
  archiveSemesterOperation,
  semesterReadiness,
  copySemesterSettingsOperation,
] as const;
