import { monitorGroup, severity } from '@jwxt/contracts/data-monitor/data-monitor.vocabulary.ts';
import { duplicatePoints } from './duplicate-points.ts';
import { changeOf, type MonitorPoint } from './monitor-point.ts';
import { tidyTextPoints } from './tidy-text-points.ts';

const gradeMajorOfClass = {
  njdm: 'grade_major.njdm',
  zydm: 'grade_major.zydm',
  dwh: 'grade_major.dwh',
  xqdm: 'grade_major.xqdm',
};
const classOfStudent = {
  njzydm: 'class_info.njzydm',
  njdm: 'class_info.njdm',
  zydm: 'class_info.zydm',
  dwh: 'class_info.dwh',
  xqdm: 'class_info.xqdm',
};
const empty = (columns: Readonly<Record<string, string>>): string =>
  `(${Object.keys(columns)
    .map((column) => `checked.${column} = ''`)
    .join(' or ')})`;
const differs = (columns: Readonly<Record<string, string>>): string =>
  `(${Object.entries(columns)
    .map(([column, parent]) => `checked.${column} <> ${parent}`)
    .join(' or ')})`;

/** A dictionary value that is unknown or switched off. */
function dictionary(
  code: string,
  what: string,
  table: string,
  key: string,
  name: string,
  unit: string,
  columns: Readonly<Record<string, readonly [dmlb: string, label: string]>>,
): MonitorPoint {
  const unknown = Object.entries(columns).map(
    ([column, [dmlb, label]]) =>
      `case when checked.${column} is not null and checked.${column} <> ''
          and not exists (select 1 from base.data_dict entry
            where entry.dmlb = '${dmlb}' and entry.dm = checked.${column}
          and entry.sfqy = '1') then '${label} ' || checked.${column} end`,
  );
  return {
    code,
    name: `${what}使用了不存在或已停用的字典值`,
    group: monitorGroup.baseInfo,
    severity: severity.warning,
    fix: 'manual',
    page: null,
    remedy: '在基础信息中改用启用的字典值，或恢复该字典值',
    find: `select *
      from (select checked.${key} as key, checked.${name} as name, ${unit} as unit,
        concat_ws('、', ${unknown.join(', ')}) || ' 不在启用的字典中' as problem, null::jsonb as change,
        coalesce(${unknown.join(', ')}) as wrong from base.${table} checked) checked where wrong is not null`,
  };
}

/** Base data that is wrong in itself (MONITOR-22). */
export const baseInfoPoints: readonly MonitorPoint[] = [
  ...tidyTextPoints,
  {
    code: 'XX11',
    name: '行政班缺少年级、专业、单位或校区',
    group: monitorGroup.baseInfo,
    severity: severity.error,
    fix: 'quick',
    table: 'class_info',
    page: null,
    remedy: '按所属年级专业补齐；缺少的行对受数据权限限制的人不可见',
    find: `select checked.bjdm as key, checked.bjmc as name, grade_major.dwh as unit,
      '数据权限所需的年级、专业、单位或校区为空' as problem,
        ${changeOf('bjdm', gradeMajorOfClass)} as change
      from base.class_info checked join base.grade_major on grade_major.njzydm = checked.njzydm
        where ${empty(gradeMajorOfClass)}`,
  },
  {
    code: 'XX12',
    name: '学生缺少年级、专业、单位或校区',
    group: monitorGroup.baseInfo,
    severity: severity.error,
    fix: 'quick',
    table: 'student',
    page: null,
    remedy: '按所在行政班补齐；缺少的行对受数据权限限制的人不可见',
    find: `select checked.student_code as key, checked.student_name || ' ' || checked.student_number as name,
      class_info.dwh as unit,
        '数据权限所需的年级、专业、单位或校区为空' as problem, ${changeOf('student_code', classOfStudent)} as change
      from base.student checked join base.class_info on class_info.bjdm = checked.bjdm where ${empty(classOfStudent)}`,
  },
  {
    code: 'XX13',
    name: '行政班与所属年级专业不一致',
    group: monitorGroup.baseInfo,
    severity: severity.error,
    fix: 'confirm',
    table: 'class_info',
    page: null,
    remedy: '把年级、专业、单位、校区改为所属年级专业的',
    find: `select checked.bjdm as key, checked.bjmc as name, checked.dwh as unit,
        '年级、专业、单位或校区与年级专业“' || grade_major.njzymc || '”不同' as problem,
        ${changeOf('bjdm', gradeMajorOfClass)} as change
      from base.class_info checked join base.grade_major on grade_major.njzydm = checked.njzydm
      where ${differs(gradeMajorOfClass)} and not ${empty(gradeMajorOfClass)}`,
  },
  {
    code: 'XX14',
    name: '学生与所在行政班不一致',
    group: monitorGroup.baseInfo,
    severity: severity.error,
    fix: 'confirm',
    table: 'student',
    page: null,
    remedy: '把年级专业、年级、专业、单位、校区改为所在行政班的',
    find: `select checked.student_code as key, checked.student_name || ' ' || checked.student_number as name,
      checked.dwh as unit,
        '年级、专业、单位或校区与行政班“' || class_info.bjmc || '”不同' as problem,
        ${changeOf('student_code', classOfStudent)} as change
      from base.student checked join base.class_info on class_info.bjdm = checked.bjdm
      where ${differs(classOfStudent)} and not ${empty(classOfStudent)}`,
  },
  {
    code: 'XX15',
    name: '一年以上没有学生的行政班仍在启用',
    group: monitorGroup.baseInfo,
    severity: severity.hint,
    fix: 'quick',
    table: 'class_info',
    page: null,
    remedy: '停用该行政班',
    find: `select checked.bjdm as key, checked.bjmc as name, checked.dwh as unit,
      checked.njdm || '级，没有学生' as problem,
        ${changeOf('bjdm', { sfqy: `'0'` })} as change
      from base.class_info checked
      where checked.sfqy = '1' and checked.njdm ~ '^\\d{4}$' and checked.njdm::int <
        extract(year from $1::timestamptz at time zone 'Asia/Shanghai') - 1
        and not exists (select 1 from base.student where student.bjdm = checked.bjdm)`,
  },
  {
    code: 'XX16',
    name: '班主任已不在职',
    group: monitorGroup.baseInfo,
    severity: severity.hint,
    fix: 'manual',
    page: null,
    remedy: '为该行政班指定新的班主任',
    find: `select checked.bjdm as key, checked.bjmc as name, checked.dwh as unit,
      '班主任 ' || teacher.xm || ' 已不在职' as problem,
        null::jsonb as change
      from base.class_info checked join base.teacher on teacher.gh = checked.bzrgh
      where checked.sfqy = '1' and teacher.dqztm ~ '^0[1-9]$' and teacher.dqztm <> '04'`,
  },
  {
    code: 'XX17',
    name: '启用的数据属于已停用的单位、专业或年级专业',
    group: monitorGroup.baseInfo,
    severity: severity.error,
    fix: 'manual',
    page: null,
    remedy: '恢复上级，或把该数据改属启用的上级，或一并停用',
    find: `select 'course/' || checked.kch as key, '课程 ' || checked.kcmc as name, checked.kkxy as unit,
        '开课单位“' || parent.dwmc || '”已停用' as problem, null::jsonb as change
      from base.course checked join base.department parent on parent.dwh = checked.kkxy
        where checked.sfqy = '1' and parent.sfqy = '0'
      union all select 'major/' || checked.zydm, '专业 ' || checked.zymc, checked.dwh,
        '所属单位“' || parent.dwmc || '”已停用', null
      from base.major checked join base.department parent on parent.dwh = checked.dwh
        where checked.sfqy = '1' and parent.sfqy = '0'
      union all select 'department/' || checked.dwh, '单位 ' || checked.dwmc, checked.dwh,
        '上级单位“' || parent.dwmc || '”已停用', null
      from base.department checked join base.department parent on parent.dwh = checked.lsdwh
        where checked.sfqy = '1' and parent.sfqy = '0'
      union all select 'gradeMajor/' || checked.njzydm, '年级专业 ' || checked.njzymc, checked.dwh,
        '专业“' || parent.zymc || '”已停用', null
      from base.grade_major checked join base.major parent on parent.zydm = checked.zydm
        where checked.sfqy = '1' and parent.sfqy = '0'
      union all select 'classInfo/' || checked.bjdm, '行政班 ' || checked.bjmc, checked.dwh,
        '年级专业“' || parent.njzymc || '”已停用', null
      from base.class_info checked join base.grade_major parent on parent.njzydm = checked.njzydm
        where checked.sfqy = '1' and parent.sfqy = '0'`,
  },
  dictionary('XX21', '课程', 'course', 'kch', 'kcmc', 'checked.kkxy', {
    kcsx: ['XTGL_KCSXDMJ', '课程属性'],
    kcxz: ['XTGL_KCXZDMJ', '课程性质'],
    khfs: ['XTGL_KSXS', '考核方式'],
  }),
  dictionary('XX22', '教师', 'teacher', 'gh', 'xm', 'checked.dwh', {
    zcm: ['XTGL_ZC', '职称'],
    dqztm: ['XTGL_JZGDQZT', '当前状态'],
    jzglbm: ['XTGL_JZGLB', '教职工类别'],
  }),
  dictionary('XX23', '学生', 'student', 'student_code', 'student_name', 'checked.dwh', {
    dqztm: ['XTGL_XSDQZT', '当前状态'],
    xslbdm: ['XTGL_XSLB', '学生类别'],
  }),
  {
    code: 'XX24',
    name: '专业没有规范的国家专业代码',
    group: monitorGroup.baseInfo,
    severity: severity.warning,
    fix: 'manual',
    page: null,
    remedy: '按国家专业目录填写六位代码（可带 T、K）',
    find: `select checked.zydm as key, checked.zymc as name, checked.dwh as unit,
        '国家专业代码为“' || checked.gjzydm || '”' as problem,
        null::jsonb as change
      from base.major checked where checked.sfqy = '1' and checked.gjzydm !~ '^[0-9]{6}[TK]{0,2}$'`,
  },
  ...duplicatePoints,
];
