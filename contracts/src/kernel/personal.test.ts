import { expect, test } from 'vitest';
import { z } from 'zod';
import { eventHistory } from '../all-events.ts';
import { mapPersonal, personal, personalPlan, type Owner, type PersonalPlan } from './personal.ts';

/** Fields of events that sound personal and are not, and why. */
const notPersonal = new Map<string, string>(
  Object.entries({
    'names of courses, classes, units, majors, rules and codes': [
      'processName processNodeName backNodeName nodeName roleName scopeUnitName itemName teachingClassName courseName',
      'departmentName auditPersonDepartmentName fromDepartmentName toDepartmentName urgerDepartmentName schemaName',
      'gradeMajorName majorName schemeVersionName openDepartmentName directionName courseGroupName changeTypeName',
      'statusName className semesterName scoreSubItemName scoreHierarchyName scoreValueName beforeName afterName',
      'administrativeClassName isReExamStudentName finalName studentClassName outCourseNatureName outCourseName',
      'outCourseAttributeName outSchoolScoreTypeName outSchoolName courseNatureName courseAttributeName subjectName',
      'attributeTypeName changeReason changeReasonName deferredReasonName',
    ],
    'accounts: by them streams and rights are named': ['userName fromUserName toUserName'],
    'told by rules, of no person by name': ['skipReason ScoresSubmitted.text'],
    'why a plan, a class, a sheet, a scheme or an authorisation is as it is: acts of the office': [
      'InputTimeSet.reason ImportTeacherSet.reason ItemsSet.reason HierarchySet.reason DigitSet.reason',
      'TemplateSet.reason CellsEntered.reason RemarkSet.reason ScoresRolledBack.reason ScoresForceSubmitted.reason',
      'SheetWithdrawn.reason SchemaCancelled.reason JobRecalled.reason JobChanged.reason JobStopped.reason',
      'AdjustCourseRequested.reason SecondaryAuthGranted.reason CourseAdjustRequested.adjustReason',
      'SchemaClosed.opinion ShuntClosed.opinion ElectiveClosed.opinion',
      'GradeMajorPlanClashed.why CourseAdjustClashed.why CourseReplaceClashed.why',
    ],
    'written by a policy, which cannot say whose name it is': ['ScoresReopened.byName'],
  }).flatMap(([why, names]) => names.flatMap((line) => line.split(' ').map((name) => [name, why] as const))),
);
/** Words in the names of fields that tell of people, or let people write about them. */
const tells = /(Name|[rR]eason|opinion|[rR]emark|title|Text|text|why|xm)$/;

// A new field that tells of a person is enciphered, or somebody says here why not.
test('every event field that sounds personal is declared, or named here with its reason', () => {
  const open = [...eventHistory.definitions.values()].flatMap(({ type, data }) =>
    undeclared(data, personalPlan(data), type),
  );
  const unsaid = open.filter((path) => {
    const [type, name] = [path.split('.')[0]!, path.split('.').at(-1)!];
    return !notPersonal.has(name) && !notPersonal.has(`${type}.${name}`);
  });
  expect(unsaid).toEqual([]);
});

function undeclared(schema: z.ZodType, plan: PersonalPlan | null, path: string): string[] {
  if (plan?.kind === 'value') return [];
  if (schema instanceof z.ZodObject) {
    const fields = new Map(plan?.kind === 'object' ? plan.fields : []);
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
      undeclared(field, fields.get(name) ?? null, `${path}.${name}`),
    );
  }
  const of = plan?.kind === 'each' ? plan.of : null;
  if (schema instanceof z.ZodArray) return undeclared(schema.element as z.ZodType, of, path);
  if (schema instanceof z.ZodRecord) return undeclared(schema.valueType as z.ZodType, of, path);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return undeclared(schema.unwrap() as z.ZodType, plan, path);
  return schema instanceof z.ZodString && tells.test(path) ? [path] : [];
}

test('personal values are found with whose they are, however deep', () => {
  const schema = z.object({
    applyId: z.string(),
    rows: z.array(z.object({ studentCode: z.string(), studentName: personal(z.string(), 'student') })),
    byName: personal(z.string(), 'actor').nullable(),
    opinion: personal(z.string(), 'about').optional(),
    form: personal(z.record(z.string(), z.union([z.string(), z.number()])), 'about'),
  });
  const seen: [string, Owner, string][] = [];
  const data = {
    applyId: 'A1',
    rows: [{ studentCode: 'S1', studentName: '张三' }],
    byName: '李四',
    opinion: '同意',
    form: { text: '家庭原因', number: 3 },
  };
  const mapped = mapPersonal(data, personalPlan(schema), { userName: 'u1' }, (text, owner, field) => {
    seen.push([text, owner, field]);
    return '×';
  });
  expect(seen).toEqual([
    ['张三', { kind: 'student', code: 'S1' }, 'studentName'],
    ['李四', { kind: 'account', code: 'u1' }, 'byName'],
    ['同意', { kind: 'matter', code: 'A1' }, 'opinion'],
    ['家庭原因', { kind: 'matter', code: 'A1' }, 'text'],
  ]);
  expect(mapped).toEqual({
    applyId: 'A1',
    rows: [{ studentCode: 'S1', studentName: '×' }],
    byName: '×',
    opinion: '×',
    form: { text: '×', number: 3 },
  });
});
