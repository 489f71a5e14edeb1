/** Where the pages of administrators, teachers and approvers are (SHELL-04). */
export const ADMIN_BASE = '/jwxt/gly';
/** Personal home of a student and of a teacher (HOME-26). */
export const STUDENT_HOME = '/jwxt/xs';
export const TEACHER_HOME = '/jwxt/js';
/** Whether students may be at an address: the one page that they have, and what opens from it (HOME-26). */
export const isPageOfStudents = (path: string): boolean =>
  path === STUDENT_HOME || path.startsWith(`${ADMIN_BASE}/newHome/`);

/**
 * A module of the product: its route below {@link ADMIN_BASE}, its id (`fwbh` of permissions; null for the four that
 * the specification gives none), its title.
 */
export type Module = { readonly route: string; readonly id: string | null; readonly title: string };

/**
 * Every module route (SHELL-08…40), in the order of the specification. All are always there, whatever a person may do
 * in them (SHELL-07).
 */
export const modules = [
  { route: 'systemManage', id: '01', title: '系统管理' },
  { route: 'baseInfo', id: '02', title: '基础信息' },
  { route: 'student', id: '03', title: '学籍管理' },
  { route: 'schemeManage', id: '04', title: '培养方案' },
  { route: 'openCourseTask', id: '05', title: '开课计划' },
  { route: 'arrange', id: '06', title: '排课管理' },
  { route: 'choose', id: '07', title: '选课管理' },
  { route: 'examination', id: '08', title: '考试管理' },
  { route: 'scoreManage', id: '09', title: '成绩管理' },
  { route: 'teachingAssessment', id: '10', title: '教学评价' },
  { route: 'graduation', id: '11', title: '毕业管理' },
  { route: 'workload', id: '12', title: '工作量' },
  { route: 'teachingProcess', id: '15', title: '教学过程' },
  { route: 'teachingMaterial', id: '16', title: '教材管理' },
  { route: 'practiceTeaching', id: '19', title: '实践教学' },
  { route: 'graduationThesis', id: '18', title: '毕业论文' },
  { route: 'practice', id: '20', title: '实习管理' },
  { route: 'trainManage', id: '21', title: '实训管理' },
  { route: 'onlineExamination', id: null, title: '在线考试' },
  { route: 'studentMinor', id: '23', title: '辅修管理' },
  { route: 'secondClassroom', id: '25', title: '第二课堂' },
  { route: 'skillCompetition', id: '26', title: '学科竞赛' },
  { route: 'project', id: '27', title: '教学项目' },
  { route: 'supervision', id: '24', title: '教学督导' },
  { route: 'supervisionEvaluation', id: null, title: '督导评价' },
  { route: 'teachingFile', id: null, title: '教学档案' },
  { route: 'creditbank', id: null, title: '学分银行' },
  { route: 'dataMonitor', id: '30', title: '数据监控' },
  { route: 'projectDataCollect', id: '99', title: '数据采集' },
  { route: 'appBuild', id: '32', title: '应用搭建' },
  { route: 'dynamic', id: '31', title: '动态表单' },
  { route: 'guide', id: null, title: '操作指南' },
  { route: 'messageSystem', id: null, title: '消息中心' },
] as const satisfies readonly Module[];

export type ModuleRoute = (typeof modules)[number]['route'];

/**
 * Address of a page of a module, `/jwxt/gly/scoreManage/entry`; without a page its home,
 * `/jwxt/gly/scoreManage/scoreManageHome` (HOME-23, SHELL-69).
 */
export function modulePath(route: ModuleRoute, page: string = `${route}Home`): string {
  return `${ADMIN_BASE}/${route}/${page}`;
}

/**
 * The module whose pages an address is among; null on the home page, the personal homes and in pages of windows of
 * their own.
 */
export function moduleRouteOf(pathname: string): ModuleRoute | null {
  const name = new RegExp(`^${ADMIN_BASE}/([^/]+)`).exec(pathname)?.[1];
  return modules.find(({ route }) => route === name)?.route ?? null;
}

/** What names a module in permission calls (`fwbh`): its id, or its route for those that have none. */
export function moduleKey(route: ModuleRoute): string {
  return modules.find((module) => module.route === route)?.id ?? route;
}
