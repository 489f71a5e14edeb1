import { confirmStatusNames } from '@jwxt/contracts/base-info/personal-course-plan.operations.ts';
import { REGIONS } from '@jwxt/contracts/base-info/region.operations.ts';
import { referenceTable } from '@jwxt/contracts/kernel/resource-field.ts';
import { payStatusNames, rebuildModeNames } from '@jwxt/contracts/makeup/rebuild-sign-up.vocabulary.ts';
import { scoreRemarks } from '@jwxt/contracts/score/score.vocabulary.ts';
import { checkStatusNames } from '@jwxt/contracts/standing/gpa-check.operations.ts';
import {
  personalChange,
  personalChangeNames,
  personalSchemeReasons,
} from '@jwxt/contracts/student-application/kinds/personal-scheme.ts';
import { admitWayNames, transferStatusNames } from '@jwxt/contracts/student-status/divert/divert.vocabulary.ts';
import {
  initialChangeNames,
  initialStatusNames,
  sendStatusNames,
} from '@jwxt/contracts/student-status/warning/warning.vocabulary.ts';

/**
 * Where the names of codes and keys stand: in a dictionary, in the rows of a table of base data, in words of ours, or
 * beside them, in these parts of the same value.
 */
export type CodeNames =
  | { readonly dictionary: string }
  | { readonly table: string; readonly key: string; readonly name: string }
  | { readonly words: Readonly<Record<string, string>> }
  | { readonly parts: readonly string[] };

const [classInfo, gradeMajor, department, course] = [
  referenceTable('classInfo'),
  referenceTable('gradeMajor'),
  referenceTable('department'),
  referenceTable('course'),
];
const semester = referenceTable('semester');
const place = { table: 'major_or_direction', key: 'major_or_direction_key', name: 'target_name' };
const warningLevel = referenceTable('warningLevel');
const remark = { words: Object.fromEntries(Object.entries(scoreRemarks).map(([code, { name }]) => [code, name])) };
const statusNames = { dictionary: 'XTGL_XSDQZT' };
const studentParts = { parts: ['statusName', 'gradeMajorName', 'className'] };
const changeNames = { dictionary: 'XJ_YDLB' };

/**
 * What codes and keys are called in the copy of everything about a person, in columns that no page declares: by column,
 * or, where that means different things, by table and column.
 */
export const codeNames: Readonly<Record<string, CodeNames>> = {
  admit_major_key: place,
  admit_way: { words: admitWayNames },
  base_grade_major_id: gradeMajor,
  bjdm: classInfo,
  check_status: { words: checkStatusNames },
  choices: place,
  confirm_status: { words: confirmStatusNames },
  course_attribute: { dictionary: 'XTGL_KCSXDMJ' },
  course_id: course,
  department_id: department,
  dwh: department,
  jsbh: { table: 'role', key: 'jsbh', name: 'jsmc' },
  kch: course,
  level_before: warningLevel,
  makeup_type: { dictionary: 'CJ_BKLX' },
  nation_code: { dictionary: 'XTGL_MZ' },
  njdm: referenceTable('grade'),
  njzydm: gradeMajor,
  origin_remark_code: remark,
  pay_status: { words: payStatusNames },
  pyccm: { dictionary: 'XTGL_PYCC' },
  rebuild_mode: { words: rebuildModeNames },
  remark_code: remark,
  scheme_reason: { words: personalSchemeReasons },
  score_remark_code: remark,
  semester_id: semester,
  send_status: { words: sendStatusNames },
  source_grade_major_id: gradeMajor,
  source_place: { dictionary: REGIONS },
  student_type: { dictionary: 'XTGL_XSLB' },
  target_class: classInfo,
  target_grade_major_id: gradeMajor,
  teaching_class_id: { table: 'teaching_class', key: 'teaching_class_id', name: 'teaching_class_name' },
  told_level: warningLevel,
  transfer_status: { words: transferStatusNames },
  volunteers: place,
  warning_level_code: warningLevel,
  warning_type_code: referenceTable('statusWarningType'),
  xbm: { dictionary: 'XTGL_XB' },
  xnxq: semester,
  xqdm: referenceTable('campus'),
  zydm: referenceTable('major'),
  'base.backup_student.change_type': changeNames,
  'base.backup_student.status': statusNames,
  'base.personal_scheme_course.change_type': { words: { [personalChange.none]: '无变动', ...personalChangeNames } },
  'base.personal_scheme_course.earned': { words: { '0': '否', '1': '是' } },
  'base.student_status_fact.change_type': changeNames,
  'base.student_status_fact.source': {
    words: { enrolled: '入学', change: '学籍异动', correction: '更正', divert: '分流或转专业' },
  },
  'base.student_status_fact.status': statusNames,
  'base.status_transition.after': studentParts,
  'base.status_transition.before': studentParts,
  'base.warning_initial.change': { words: initialChangeNames },
  'base.warning_initial.status': { words: initialStatusNames },
};
