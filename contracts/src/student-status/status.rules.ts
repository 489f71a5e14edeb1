/** What students are, by XTGL_XSDQZT (JY/T 1001). */
export const studentStatus = {
  studying: '01',
  suspended: '02',
  withdrawn: '03',
  halted: '04',
  resumed: '05',
  dropped: '06',
  graduated: '07',
  completed: '08',
  uncompleted: '09',
  transferredOut: '10',
  deceased: '11',
  admissionKept: '12',
  abroad: '13',
  expelled: '14',
  missing: '15',
  other: '99',
} as const;

/** What a status may allow. `inSchool`: is there, unless a change of status says otherwise. */
export const statusActs = [
  'enterScores',
  'choose',
  'register',
  'countInStatistics',
  'apply',
  'account',
  'inSchool',
  'changeMajor',
] as const;
export type StatusAct = (typeof statusActs)[number];
/** In words, after 不能. */
export const statusActNames = {
  enterScores: '修读课程和录入成绩',
  choose: '选课和报名',
  register: '注册',
  countInStatistics: '计入在籍人数',
  apply: '提交申请',
  account: '使用账号',
  inSchool: '在校',
  changeMajor: '参加专业分流和转专业',
} as const satisfies Record<StatusAct, string>;

/**
 * What each status allows, in this one place (STUDENT-STATUS-16). Everybody asks {@link statusAllows}, SQL the view
 * `base.status_allowance`, which a test holds to this table. A status that is not here has left: it allows nothing.
 */
const allowed: Readonly<Record<string, readonly StatusAct[]>> = {
  [studentStatus.studying]: statusActs,
  // Who has only come back does not change the major at once.
  [studentStatus.resumed]: statusActs.filter((act) => act !== 'changeMajor'),
  [studentStatus.suspended]: ['countInStatistics', 'apply', 'account'],
  [studentStatus.halted]: ['countInStatistics', 'apply', 'account'],
  [studentStatus.dropped]: ['countInStatistics', 'account'],
  [studentStatus.admissionKept]: ['apply', 'account'],
  [studentStatus.abroad]: ['register', 'countInStatistics', 'apply', 'account'],
  [studentStatus.missing]: ['countInStatistics', 'account'],
  // Temporary students too (STUDENT-STATUS-10): they are on rosters and sheets.
  [studentStatus.other]: ['enterScores', 'account'],
};

/** Whether a student of a status (XTGL_XSDQZT) may be acted for so: scores entered, courses chosen, counted … */
export function statusAllows(status: string, act: StatusAct): boolean {
  return allowed[status]?.includes(act) ?? false;
}

/** Whether a student of a status has left for good: nothing that students do is left to him. */
export function hasLeft(status: string): boolean {
  return !(['inSchool', 'apply', 'register', 'enterScores'] as const).some((act) => statusAllows(status, act));
}
