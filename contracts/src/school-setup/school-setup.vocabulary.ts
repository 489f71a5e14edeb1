import { modulePath } from '../kernel/module.vocabulary.ts';
import { resourcePath, resources, type ResourceName } from '../kernel/resource.vocabulary.ts';

/** A page on which something of a step is kept. */
interface SetupPage {
  readonly path: string;
  readonly title: string;
}

const page = (name: ResourceName): SetupPage => ({ path: resourcePath(name), title: resources[name].title });
const systemPage = (key: string, title: string): SetupPage => ({ path: modulePath('systemManage', key), title });

/**
 * What a school prepares before the first score, in the order in which it is done: what people call it, what it is for,
 * and the pages on which it is kept.
 */
export const setupSteps = {
  school: {
    title: '学校信息',
    purpose: '登录页、首页和打印的成绩单上的学校名称、标志与背景',
    pages: [page('sysSet')],
  },
  semester: {
    title: '学期与节次',
    purpose: '当前学期、教学周数，每天的上课节次',
    pages: [page('semester'), page('classTime')],
  },
  unit: {
    title: '校区与单位',
    purpose: '校区、院系和职能部门，权限与审批都按单位划分',
    pages: [page('campus'), page('department')],
  },
  major: {
    title: '专业与年级专业',
    purpose: '专业、年级，以及每个年级开设的专业',
    pages: [page('major'), page('nj'), page('gradeProInfo')],
  },
  room: { title: '教室', purpose: '教学楼与教室，调停课时选用', pages: [page('building'), page('classroom')] },
  course: { title: '课程', purpose: '课程库：学分、学时、考核方式与等级制', pages: [page('courseManage')] },
  teacher: { title: '教师', purpose: '任课教师与管理人员', pages: [page('teacher')] },
  student: {
    title: '行政班与学生',
    purpose: '行政班和在校学生',
    pages: [page('classInfo'), page('studentInfo')],
  },
  teachingClass: {
    title: '教学班',
    purpose: '本学期的教学班、任课教师和名单',
    pages: [page('teachingClass'), page('teachingClassTeacher'), page('teachingClassStudent'), page('classSchedule')],
  },
  account: {
    title: '账号',
    purpose: '教师和学生登录系统的账号',
    pages: [systemPage('systemUser', '系统用户'), systemPage('user', '用户管理')],
  },
  role: {
    title: '角色与权限',
    purpose: '谁录入、谁审核、谁管理',
    pages: [systemPage('role', '角色管理'), systemPage('dataPermission', '数据权限')],
  },
  process: {
    title: '审批流程',
    purpose: '每个节点在每个单位都有人审批',
    pages: [systemPage('processSetting', '审批流程设置')],
  },
  scoreSetting: {
    title: '成绩设置',
    purpose: '录入时间、成绩模板、等级制与成绩规则',
    pages: [page('scoreTermControl'), page('scoreTemplate'), page('scoreRules')],
  },
  examSet: {
    title: '考试设置',
    purpose: '每个教学班的成绩单：分项、录入教师和时间',
    pages: [{ path: modulePath('scoreManage', 'examSet'), title: '教学班与考试设置' }],
  },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly title: string;
      readonly purpose: string;
      readonly pages: readonly [SetupPage, ...SetupPage[]];
    }
  >
>;
export type SetupStep = keyof typeof setupSteps;

/** Every step, in order. */
export const setupStepNames = Object.keys(setupSteps) as [SetupStep, ...SetupStep[]];

/** How far a step is: nothing is missing; only what is advised is; something is missing that blocks others. */
export const setupState = { done: 'done', advised: 'advised', blocked: 'blocked' } as const;
