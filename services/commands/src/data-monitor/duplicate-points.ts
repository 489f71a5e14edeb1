import { monitorGroup, severity, type Severity } from '@jwxt/contracts/data-monitor/data-monitor.vocabulary.ts';
import { allowsSql } from '@jwxt/infra/runtime/status-allowance.ts';
import type { MonitorPoint } from './monitor-point.ts';

interface Duplicated {
  readonly code: string;
  /** Title of the point: what is the same within what. */
  readonly name: string;
  readonly table: string;
  readonly key: string;
  /** Column that people know the row by. */
  readonly called: string;
  readonly unit: string;
  readonly severity: Severity;
  /** Columns, or expressions of them, in which two rows are the same. */
  readonly same: readonly string[];
  readonly condition: string;
  /** What is the same, told after the number of rows; never a personal number. */
  readonly told: string;
}

const inSchool = `dqztm not in ('99')`;
const duplicated: readonly Duplicated[] = [
  {
    code: 'XX31',
    name: '同一单位内课程重名',
    table: 'course',
    key: 'kch',
    called: 'kcmc',
    unit: 'kkxy',
    severity: severity.warning,
    same: ['kkxy', 'base.tidy_name(kcmc)'],
    condition: `sfqy = '1'`,
    told: '本单位同名课程',
  },
  {
    code: 'XX32',
    name: '同一单位内专业重名',
    table: 'major',
    key: 'zydm',
    called: 'zymc',
    unit: 'dwh',
    severity: severity.warning,
    same: ['dwh', 'base.tidy_name(zymc)'],
    condition: `sfqy = '1'`,
    told: '本单位同名专业',
  },
  {
    code: 'XX33',
    name: '同一单位内教师重名',
    table: 'teacher',
    key: 'gh',
    called: 'xm',
    unit: 'dwh',
    severity: severity.hint,
    same: ['dwh', 'base.tidy_name(xm)'],
    condition: `dqztm = '11'`,
    told: '本单位同名教师',
  },
  {
    code: 'XX34',
    name: '同一教学楼内教室重名',
    table: 'classroom',
    key: 'jsh',
    called: 'jsmc',
    unit: 'gldwh',
    severity: severity.warning,
    same: ['jxlh', 'base.tidy_name(jsmc)'],
    condition: `sfqy = '1'`,
    told: '本楼同名教室',
  },
  {
    code: 'XX35',
    name: '单位名称除空格、全半角外相同',
    table: 'department',
    key: 'dwh',
    called: 'dwmc',
    unit: 'dwh',
    severity: severity.warning,
    same: ['base.tidy_name(dwmc)'],
    condition: `sfqy = '1'`,
    told: '同名单位',
  },
  {
    code: 'XX36',
    name: '同一年级、专业、学生类别和校区有多个年级专业',
    table: 'grade_major',
    key: 'njzydm',
    called: 'njzymc',
    unit: 'dwh',
    severity: severity.error,
    same: ['njdm', 'zydm', 'xslbdm', 'xqdm'],
    condition: `sfqy = '1'`,
    told: '相同的年级专业',
  },
  {
    code: 'XX37',
    name: '同一年级专业内行政班重名',
    table: 'class_info',
    key: 'bjdm',
    called: 'bjmc',
    unit: 'dwh',
    severity: severity.warning,
    same: ['njzydm', 'base.tidy_name(bjmc)'],
    condition: `sfqy = '1'`,
    told: '同名行政班',
  },
  {
    code: 'XX38',
    name: '教师证件号重复',
    table: 'teacher',
    key: 'gh',
    called: 'xm',
    unit: 'dwh',
    severity: severity.error,
    same: ['upper(base.tidy_code(sfzjh))'],
    condition: `sfzjh <> '' and ${inSchool}`,
    told: '证件号相同的教师',
  },
  {
    code: 'XX39',
    name: '学生证件号重复',
    table: 'student',
    key: 'student_code',
    called: 'student_name',
    unit: 'dwh',
    severity: severity.error,
    same: ['upper(base.tidy_code(id_number))'],
    condition: `id_number <> '' and ${inSchool}`,
    told: '证件号相同的学生',
  },
  {
    code: 'XX40',
    name: '同一行政班内学生重名',
    table: 'student',
    key: 'student_code',
    called: 'student_name',
    unit: 'dwh',
    severity: severity.hint,
    same: ['bjdm', 'base.tidy_name(student_name)'],
    condition: allowsSql('dqztm', 'countInStatistics'),
    told: '本班同名学生',
  },
];

/** One thing entered twice, or two that people mix up: a person looks, and merges what is the same (MONITOR-25…32). */
export const duplicatePoints: readonly MonitorPoint[] = duplicated.map(
  ({ code, name, table, key, called, unit, severity: how, same, condition, told }) => ({
    code,
    name,
    group: monitorGroup.baseInfo,
    severity: how,
    fix: 'manual',
    page: 'dataMonitor/dataClean',
    remedy: '核对是否为同一条数据：是的在“数据合并”中合并，不是的在名称中区分',
    find: `select checked.${key} as key, checked.${called} as name, checked.${unit} as unit,
        '${told}共 ' || checked.same || ' 条：' || checked.keys as problem, null::jsonb as change
      from (select *, count(*) over found as same, string_agg(${key}, '、') over found as keys
        from base.${table} where ${condition} window found as
          (partition by ${same.join(', ')} order by ${key} rows between unbounded preceding and unbounded following)
        ) checked
      where checked.same > 1`,
  }),
);
