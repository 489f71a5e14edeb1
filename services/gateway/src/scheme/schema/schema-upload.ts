import type { z } from 'zod';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { parseDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import { differingFields, schemaCourseInput, type SchemaCourse } from '@jwxt/contracts/scheme/schema/schema-course.ts';
import { shownCourse } from '@jwxt/contracts/scheme/schema/schema-course-wire.ts';
import { leavesOfFrame, pathOfNode, type SchemaFrame } from '@jwxt/contracts/scheme/schema/schema-frame.ts';
import type { schemaUpload } from '@jwxt/contracts/scheme/schema/schema-report.operations.ts';
import type { MajorSchema } from '@jwxt/contracts/scheme/schema/schema.state.ts';
import { TERMS } from '@jwxt/contracts/scheme/schema/schema.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { ReadTable } from '../../kernel/read-table.ts';
import type { WorkbookColumn, WorkbookContent } from '../../kernel/workbook.ts';
import { readCoursesByNumber, type CourseFacts } from './schema-course.read.ts';

type Preview = z.output<(typeof schemaUpload)['output']>;
type Problem = Preview['problems'][number];

/** What the workbook's names stand for. */
export interface UploadNames {
  readonly frame: SchemaFrame;
  readonly hourTypes: readonly { readonly xsbh: string; readonly xsmc: string }[];
  /** Names of codes by dictionary: `XTGL_KSXS/1`. */
  readonly names: ReadonlyMap<string, string>;
  readonly directions: readonly { readonly code: string; readonly name: string }[];
  readonly groups: readonly { readonly courseGroupId: string; readonly courseGroupName: string }[];
}

const ATTRIBUTE = 'XTGL_KCSXDMJ';
const NATURE = 'XTGL_KCXZDMJ';
const EXAM = 'XTGL_KSXS';

function choicesOf(names: UploadNames['names'], category: string): string[] {
  return [...names].flatMap(([key, name]) => (key.startsWith(`${category}/`) ? [name] : []));
}

/** The columns of the workbook (SCHEME-23), for writing a scheme down and for reading one. */
export function uploadColumns({
  frame,
  hourTypes,
  names,
  directions,
  groups,
}: UploadNames): WorkbookColumn<SchemaCourse>[] {
  const leaves = leavesOfFrame(frame);
  const moduleOf = (row: SchemaCourse) => pathOfNode(frame.nodes, row.classifyId).at(-2)?.name ?? '';
  const named = (category: string, code: string) => names.get(`${category}/${code}`) ?? '';
  const listed = (header: string, width: number, value: (row: SchemaCourse) => string, oneOf: readonly string[]) => ({
    header,
    width,
    value,
    typed:
      oneOf.length > 0 ? { oneOf: [...new Set(oneOf)], message: `请从列表中选择${header}` } : ('anything' as const),
  });
  const figure = (header: string, value: (row: SchemaCourse) => string | null) => ({
    header,
    width: 10,
    kind: 'number' as const,
    typed: 'anything' as const,
    value,
  });
  const tenths = (value: number | null) => (value === null ? null : String(value / 10));
  return [
    listed('模块', 20, moduleOf, modulesOf(frame)),
    listed(
      '分类',
      24,
      (row) => leaves.find(({ nodeId }) => nodeId === row.classifyId)?.name ?? '',
      leaves.map(({ name }) => name),
    ),
    { header: '课程编号', width: 16, typed: 'anything', value: (row) => row.courseBusinessCode },
    { header: '课程名称', width: 30, typed: 'anything', value: (row) => row.courseName },
    listed('属性', 10, (row) => named(ATTRIBUTE, row.courseAttribute), choicesOf(names, ATTRIBUTE)),
    listed('性质', 16, (row) => named(NATURE, row.courseNature), choicesOf(names, NATURE)),
    figure('学分', (row) => tenths(row.credit)),
    figure('总学时', (row) => tenths(row.totalHour)),
    ...hourTypes.map(({ xsbh, xsmc }) =>
      figure(`${xsmc}学时`, (row) => tenths(row.hours.find((hour) => hour.xsbh === xsbh)?.xs ?? null)),
    ),
    figure('周学时', (row) => tenths(row.weekHours)),
    figure('学期', (row) => String(row.term)),
    listed('考核方式', 12, (row) => named(EXAM, row.examMethod), choicesOf(names, EXAM)),
    listed(
      '方向',
      18,
      (row) => row.directionName,
      directions.map(({ name }) => name),
    ),
    listed(
      '课组',
      22,
      (row) => row.courseGroupName,
      groups.map(({ courseGroupName }) => courseGroupName),
    ),
  ];
}

function modulesOf(frame: SchemaFrame): string[] {
  return leavesOfFrame(frame).flatMap(({ nodeId }) => pathOfNode(frame.nodes, nodeId).at(-2)?.name ?? []);
}

/** Empty lines that have their drop-downs. */
const LINES = 300;

/** An empty workbook for the courses of a scheme. */
export function uploadTemplate(names: UploadNames): WorkbookContent<null> {
  return {
    sheet: '方案课程',
    above: [
      '专业方案课程导入模板',
      '按“课程编号”和“方向”对应方案中已有的课程：已有的修改，没有的添加；文件中没有的课程不变。列的顺序可以改变。',
      '学分、学时、属性、性质、考核方式为空时取课程库中的值；学期为 1 至 12。',
    ],
    columns: uploadColumns(names).map((column) => ({ ...column, value: () => null })),
    rows: Array.from({ length: LINES }, () => null),
  };
}

/** What an uploaded table would do to a scheme, row by row, and what is wrong with it. */
export async function previewUpload(
  db: Queryable,
  schema: MajorSchema,
  table: ReadTable,
  names: UploadNames,
): Promise<Preview> {
  const heads = uploadColumns(names).map(({ header }) => header);
  const at = table.rows.findIndex(({ cells }) => cells.some((cell) => cell.trim() === '课程编号'));
  const head = table.rows[at];
  if (!head) return { rows: [], problems: [{ row: 1, column: '课程编号', value: '', message: '没有“课程编号”列' }] };
  const place = new Map(head.cells.map((cell, index) => [cell.trim().replace(/\*$/, ''), index]));
  const lines = table.rows
    .slice(at + 1)
    .map(({ number, cells }) => ({
      number,
      text: (header: string): string => cells[place.get(header) ?? -1]?.trim() ?? '',
    }))
    .filter(({ text }) => heads.some((header) => text(header) !== ''));
  const facts = await readCoursesByNumber(
    db,
    lines.map(({ text }) => text('课程编号')),
  );
  const rows: Preview['rows'] = [];
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const { number, text } of lines) {
    const found: Problem[] = [];
    const wrong = (column: string, message: string) =>
      found.push({ row: number, column, value: text(column), message });
    const row = readLine({ text, wrong }, { schema, names, facts, seen });
    problems.push(...found);
    if (row && found.length === 0) rows.push({ row: number, ...row });
  }
  return { rows, problems };
}

interface Line {
  readonly text: (column: string) => string;
  readonly wrong: (column: string, message: string) => unknown;
}
interface Known {
  readonly schema: MajorSchema;
  readonly names: UploadNames;
  readonly facts: readonly CourseFacts[];
  readonly seen: Set<string>;
}

function readLine(
  { text, wrong }: Line,
  { schema, names, facts, seen }: Known,
): Omit<Preview['rows'][number], 'row'> | null {
  const fact = facts.find(({ courseBusinessCode }) => courseBusinessCode === text('课程编号'));
  if (!fact) {
    wrong('课程编号', text('课程编号') === '' ? '必填' : '课程库中没有这个课程编号');
    return null;
  }
  const direction = names.directions.find(({ name }) => name === text('方向'));
  if (text('方向') !== '' && !direction) wrong('方向', '没有这个专业方向');
  const directionId = direction?.code ?? '';
  const match = `${fact.courseCode}/${directionId}`;
  if (seen.has(match)) wrong('课程编号', '文件中同一方向有重复的课程');
  seen.add(match);
  const known = [...schema.rows.values()].find(
    ({ course }) => course?.courseCode === fact.courseCode && course.directionId === directionId,
  );
  const before = known?.course ?? null;
  const leaf = classOf(names.frame, text('模块'), text('分类'));
  if (!leaf && (before === null || text('分类') !== ''))
    wrong('分类', text('分类') === '' ? '必填' : '方案版本中没有这个模块和分类');
  const coded = (column: string, category: string, otherwise: string): string => {
    if (text(column) === '') return otherwise;
    const code = [...names.names].find(([key, name]) => key.startsWith(`${category}/`) && name === text(column))?.[0];
    if (code === undefined) wrong(column, '没有这个选项');
    return code?.slice(category.length + 1) ?? '';
  };
  const tenths = (column: string, otherwise: number | null): number | null => {
    if (text(column) === '') return otherwise;
    const value = /^\d{1,4}(\.\d)?$/.test(text(column)) ? parseDecimal(text(column), 1) : null;
    if (value === null) wrong(column, '应为数字，最多一位小数');
    return value;
  };
  const base = before ?? fact;
  const typed = names.hourTypes.flatMap(({ xsbh, xsmc }) => {
    const xs = tenths(`${xsmc}学时`, 0) ?? 0;
    return xs === 0 ? [] : [{ xsbh, xs }];
  });
  const term = text('学期') === '' && before ? before.term : Number(text('学期'));
  if (!Number.isInteger(term) || term < 1 || term > TERMS) {
    wrong('学期', '应在 1 到 12 之间');
    return null;
  }
  const group = names.groups.find(({ courseGroupName }) => courseGroupName === text('课组'));
  if (text('课组') !== '' && !group) wrong('课组', '没有这个课组');
  const place = leaf ?? { nodeId: before?.classifyId ?? '', parentId: before?.moduleId ?? '' };
  const after: SchemaCourse = {
    schemaCourseID: before?.schemaCourseID ?? derivedId(`upload:${schema.majorSchemaKey}:${match}`),
    courseCode: fact.courseCode,
    courseBusinessCode: fact.courseBusinessCode,
    courseName: fact.courseName,
    openDepartmentName: fact.openDepartmentName,
    moduleId: place.parentId ?? '',
    classifyId: place.nodeId,
    courseAttribute: coded('属性', ATTRIBUTE, base.courseAttribute),
    courseNature: coded('性质', NATURE, base.courseNature),
    credit: tenths('学分', base.credit) ?? 0,
    totalHour: tenths('总学时', base.totalHour) ?? 0,
    hours: typed.length > 0 ? typed : base.hours.map(({ xsbh, xs }) => ({ xsbh, xs })),
    weekHours: tenths('周学时', base.weekHours),
    term,
    examMethod: coded('考核方式', EXAM, base.examMethod),
    examWay: base.examWay ?? '',
    startEndWeek: before?.startEndWeek ?? '',
    directionId,
    directionName: direction?.name ?? '',
    specialType: before?.specialType ?? '0',
    courseGroupId: group?.courseGroupId ?? before?.courseGroupId ?? '',
    courseGroupName: group?.courseGroupName ?? before?.courseGroupName ?? '',
    isDegreeCourse: before?.isDegreeCourse ?? '0',
    isCore: before?.isCore ?? '0',
    prerequisites: before?.prerequisites ?? [],
    sortNum: before?.sortNum ?? 0,
  };
  const checked = schemaCourseInput.safeParse(after);
  if (!checked.success) {
    wrong('课程编号', checked.error.issues[0]?.message ?? '数据有误');
    return null;
  }
  return {
    kind: before === null ? 'added' : differingFields(before, after).length === 0 ? 'same' : 'changed',
    schemaCourseID: after.schemaCourseID,
    revision: known?.revision ?? -1,
    before: before && shownCourse(before),
    after: shownCourse(after),
  };
}

/** The class of this name; in the module of that name where it is given. */
function classOf(frame: SchemaFrame, moduleName: string, name: string) {
  return leavesOfFrame(frame).find(
    (leaf) =>
      leaf.name === name &&
      (moduleName === '' || pathOfNode(frame.nodes, leaf.nodeId).some((node) => node.name === moduleName)),
  );
}
