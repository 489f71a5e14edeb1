/** Where a teaching job stands (OPEN-COURSE-03): with its unit, handed in, in force as a teaching class, given up. */
export const jobStatus = { editing: '0', committed: '1', confirmed: '2', stopped: '3' } as const;
export type JobStatus = (typeof jobStatus)[keyof typeof jobStatus];
export const jobStatusNames = {
  [jobStatus.editing]: '编辑中',
  [jobStatus.committed]: '已提交',
  [jobStatus.confirmed]: '已确认',
  [jobStatus.stopped]: '已停开',
} as const satisfies Record<JobStatus, string>;

/** Kinds of teaching jobs. Retake classes (4) are opened where their lists are kept. */
export const jobType = { planned: '1', elective: '2', physical: '3', practice: '5' } as const;
export const jobTypeNames = {
  [jobType.planned]: '计划课',
  [jobType.elective]: '公选课',
  [jobType.physical]: '体育项目',
  [jobType.practice]: '实践环节',
} as const;

/** What a teacher does in a job (OPEN-COURSE-05). */
export const teacherRole = { main: '1', second: '2', experiments: '3' } as const;
export const teacherRoleNames = {
  [teacherRole.main]: '主讲',
  [teacherRole.second]: '辅讲',
  [teacherRole.experiments]: '实验指导',
} as const;

/** Why jobs belong together (OPEN-COURSE-07). */
export const groupType = { joined: '1', grouped: '2', together: '3', bound: '4' } as const;
export const groupTypeNames = {
  [groupType.joined]: '合班',
  [groupType.grouped]: '分组教学',
  [groupType.together]: '同时开课',
  [groupType.bound]: '理实绑定',
} as const;

/** What a teacher says of the hours that he was given (OPEN-COURSE-05). */
export const teacherAnswer = { none: '0', confirmed: '1', objected: '2' } as const;
export const teacherAnswerNames = {
  [teacherAnswer.none]: '待确认',
  [teacherAnswer.confirmed]: '已确认',
  [teacherAnswer.objected]: '有异议',
} as const;

/** Kinds of windows for open-course work (OPEN-COURSE-08). */
export const setType = { jobs: '1', electives: '2', electiveReview: '3', teachers: '4' } as const;
export const setTypeNames = {
  [setType.jobs]: '任务编制',
  [setType.electives]: '公选申报',
  [setType.electiveReview]: '公选审核',
  [setType.teachers]: '教师确认',
} as const;

/** Hours that a teacher teaches in a semester at most: a parameter in hours, and what holds without it. */
export const TEACHER_HOUR_PARAMETER = 'JSXQXSSX';
export const TEACHER_HOURS = 320;

/** 名单来源 of students who came in with a group of a special item (OPEN-COURSE-18). */
export const ROSTER_OF_ITEM_GROUP = '专项分组';
