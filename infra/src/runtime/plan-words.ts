import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { RowChange } from '@jwxt/contracts/scheme/change/course-adjust.events.ts';
import {
  differingPlanFields,
  planFields,
  type PlanContent,
  type PlanField,
} from '@jwxt/contracts/scheme/plan/plan-difference.ts';
import type { Queryable } from './postgres.ts';

/** Names of what contents of plan rows have as codes, by `<kind>/<code>`. */
export type PlanNames = ReadonlyMap<string, string>;

/** Names of dictionaries, units, classes of courses and groups. */
export async function readPlanNames(db: Queryable): Promise<PlanNames> {
  const { rows } = await db.query<{ key: string; name: string }>(
    `select dmlb || '/' || dm as key, mc as name from base.data_dict
        where dmlb in ('XTGL_KCSXDMJ', 'XTGL_KCXZDMJ', 'XTGL_KSXS', 'XTGL_KSFS', 'XTGL_XSLX')
     union all select 'unit/' || dwh, dwmc from base.department
     union all select 'classify/' || classify_id, module_name || '／' || classify_name from base.scheme_classify
     union all select 'group/' || course_group_id, course_group_name from base.course_group`,
  );
  return new Map(rows.map(({ key, name }) => [key, name]));
}

const kinds: Partial<Record<PlanField, string>> = {
  courseSystemId: 'classify',
  courseAttribute: 'XTGL_KCSXDMJ',
  courseNature: 'XTGL_KCXZDMJ',
  examMethod: 'XTGL_KSXS',
  examWay: 'XTGL_KSFS',
  courseGroupId: 'group',
  openDepartmentId: 'unit',
};
const NONE = '（无）';

/** A field of a row of a plan, as people read it. */
export function planValueText(field: PlanField, content: PlanContent, names: PlanNames): string {
  const value = content[field];
  if (value === null) return NONE;
  switch (field) {
    case 'term':
      return `第${String(content.term)}学期`;
    case 'credit':
    case 'totalHour':
    case 'weekHours':
      return hoursText(Number(value));
    case 'hours':
      return (
        content.hours.map(({ xsbh, xs }) => `${names.get(`XTGL_XSLX/${xsbh}`) ?? xsbh}${hoursText(xs)}`).join('、') ||
        NONE
      );
    case 'specialItemSign':
      return value === yesNo.yes ? '是' : '否';
    case 'directionId':
      return content.directionName ?? NONE;
    default: {
      const code = typeof value === 'string' ? value : '';
      return names.get(`${kinds[field] ?? ''}/${code}`) ?? code;
    }
  }
}

/** A difference of one field in words. */
export interface ToldField {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** In what a row differs, field by field; of a row that comes or goes what it says in term, credit and hours. */
export function toldFields({ before, after }: RowChange, names: PlanNames): ToldField[] {
  const told = (field: PlanField, row: RowChange['before']): string =>
    row === null ? '' : planValueText(field, row.content, names);
  const fields: readonly PlanField[] =
    before && after
      ? differingPlanFields(before.content, after.content)
      : ['term', 'courseSystemId', 'credit', 'totalHour'];
  return fields.map((field) => ({ label: planFields[field], before: told(field, before), after: told(field, after) }));
}

/** Changes of a plan in one line. */
export function planChangesText(changes: readonly RowChange[], names: PlanNames): string {
  return changes
    .map((change) => {
      const { before, after } = change;
      const row = after ?? before;
      if (!row) return '';
      const fields = toldFields(change, names);
      if (before && after) return fields.map((one) => `${one.label} ${one.before} → ${one.after}`).join('，');
      const { term, credit, totalHour } = row.content;
      const what = `第${String(term)}学期，${hoursText(credit)}学分，${hoursText(totalHour)}学时`;
      return `${after ? '加入' : '移出'}${row.courseName}（${what}）`;
    })
    .join('；');
}
