import { modulePath, type ModuleRoute } from './module.vocabulary.ts';

/**
 * Resources, whose rows people keep on pages: what people call them, and the module that has their page and their
 * permission codes. `listed`: its rows hold lists of their own, so that they are no lines of a workbook.
 * `personal`: its rows say something personal of people.
 */
export const resources = {
  campus: { module: 'baseInfo', title: '校区' },
  building: { module: 'baseInfo', title: '教学楼' },
  classroom: { module: 'baseInfo', title: '教室' },
  department: { module: 'baseInfo', title: '单位' },
  nj: { module: 'baseInfo', title: '年级' },
  semester: { module: 'baseInfo', title: '学年学期' },
  major: { module: 'baseInfo', title: '专业' },
  gradeProInfo: { module: 'baseInfo', title: '年级专业' },
  classInfo: { module: 'baseInfo', title: '行政班' },
  courseManage: { module: 'baseInfo', title: '课程' },
  teacher: { module: 'baseInfo', title: '教师', personal: true },
  syllabus: { module: 'baseInfo', title: '教学大纲' },
  codeValue: { module: 'baseInfo', title: '代码值' },
  dataDict: { module: 'systemManage', title: '数据字典' },
  sysSet: { module: 'systemManage', title: '系统设置', listed: true },
  appSetting: { module: 'systemManage', title: '应用设置' },
  domain: { module: 'systemManage', title: '服务域', listed: true },
  codeRule: { module: 'systemManage', title: '编码规则', listed: true },
  approvalCategory: { module: 'systemManage', title: '审批类别' },
  approvalCategoryDetail: { module: 'systemManage', title: '审批类别明细', listed: true },
  noticeType: { module: 'messageSystem', title: '通知类型' },
  teachingJob: { module: 'openCourseTask', title: '教学任务' },
  teacherPlan: { module: 'openCourseTask', title: '教师安排' },
  teachingProcessLink: { module: 'openCourseTask', title: '教学环节' },
  jobGroup: { module: 'openCourseTask', title: '任务组' },
  startTimeSet: { module: 'openCourseTask', title: '开课时间设置' },
  publicElectiveTask: { module: 'openCourseTask', title: '公选课任务' },
  plateCourseTimeSetting: { module: 'openCourseTask', title: '板块时间设置' },
  physicalProjectTask: { module: 'openCourseTask', title: '体育项目任务' },
  specialItemGroup: { module: 'openCourseTask', title: '专项分组' },
  teachingClass: { module: 'openCourseTask', title: '教学班' },
  teachingClassTeacher: { module: 'openCourseTask', title: '教学班教师' },
  teachingClassStudent: { module: 'openCourseTask', title: '教学班名单' },
  schemeVersion: { module: 'schemeManage', title: '方案版本' },
  schemeModule: { module: 'schemeManage', title: '课程模块' },
  schemeClassify: { module: 'schemeManage', title: '课程分类' },
  schemeSystem: { module: 'schemeManage', title: '课程体系' },
  gradeMajorSchemeRequirement: { module: 'schemeManage', title: '年级专业方案要求' },
  majorSystem: { module: 'schemeManage', title: '专业体系' },
  gradeMajorProject: { module: 'schemeManage', title: '培养项目' },
  courseGroupManagement: { module: 'schemeManage', title: '课组' },
  courseGroupDetail: { module: 'schemeManage', title: '课组课程' },
  courseGroupHours: { module: 'schemeManage', title: '课组学时' },
  courseHourRequire: { module: 'schemeManage', title: '课程学时要求' },
  trainingExecutionPlan: { module: 'schemeManage', title: '培养执行计划' },
  commonCoursePlan: { module: 'schemeManage', title: '公共课计划' },
  classPlanSet: { module: 'schemeManage', title: '班级计划设置' },
  specialItem: { module: 'schemeManage', title: '专项' },
  specialItemStudent: { module: 'schemeManage', title: '专项学生' },
  gradeCourseReplace: { module: 'schemeManage', title: '年级课程替代' },
  studentTagsReplace: { module: 'schemeManage', title: '学生课程替代' },
  classSchedule: { module: 'arrange', title: '课程安排' },
  classTime: { module: 'arrange', title: '节次' },
  studentInfo: { module: 'student', title: '学生信息', personal: true },
  // The file of a student.
  studentFamily: { module: 'student', title: '家庭成员', personal: true },
  guardian: { module: 'student', title: '监护人', personal: true },
  studentCertificate: { module: 'student', title: '证书' },
  studentLabel: { module: 'student', title: '学生标签' },
  studentLabelMember: { module: 'student', title: '标签学生' },
  temporaryStudent: { module: 'student', title: '临时学生', personal: true },
  // Photos and the check of information.
  studentPhoto: { module: 'student', title: '学生照片' },
  infoCheckTime: { module: 'student', title: '信息核对时间' },
  // Changes of status.
  statusChange: { module: 'student', title: '学籍异动' },
  // Freshmen.
  freshman: { module: 'student', title: '新生信息', personal: true },
  studentIdRule: { module: 'student', title: '学号规则', listed: true },
  classRule: { module: 'student', title: '班级编号规则', listed: true },
  sortRule: { module: 'student', title: '排序规则', listed: true },
  orderClass: { module: 'student', title: '排序分班' },
  // Registration, payment and figures.
  registration: { module: 'student', title: '注册' },
  registrationTime: { module: 'student', title: '网上注册时间' },
  payment: { module: 'student', title: '缴费' },
  backupDay: { module: 'student', title: '备份日' },
  // Rewards, punishments, leave.
  reward: { module: 'student', title: '奖励' },
  punishment: { module: 'student', title: '处分', personal: true },
  leaveResult: { module: 'student', title: '请假' },
  studentGrade: { module: 'student', title: '学生等次' },
  // Warnings.
  warningLevel: { module: 'student', title: '预警级别' },
  statusWarningType: { module: 'student', title: '学籍预警类型' },
  warningRule: { module: 'student', title: '预警规则' },
  statusWarningScheme: { module: 'student', title: '预警方案' },
  courseWarning: { module: 'student', title: '课程预警' },
  warningRecord: { module: 'student', title: '预警处理记录' },
  // Streaming and transfer of majors.
  professionalDiversion: { module: 'student', title: '专业分流批次' },
  majorOrDirection: { module: 'student', title: '分流专业与方向' },
  interviewScore: { module: 'student', title: '面试笔试成绩' },
  transferBatch: { module: 'student', title: '转专业批次' },
  transferQuota: { module: 'student', title: '转专业计划' },
  scoreTermControl: { module: 'scoreManage', title: '成绩学期控制' },
  outsideScoreTime: { module: 'scoreManage', title: '成绩认定时间' },
  repairApplicationTime: { module: 'scoreManage', title: '补修重修申请时间' },
  rebuildExpenseSet: { module: 'scoreManage', title: '重修收费设置' },
  deferredReason: { module: 'scoreManage', title: '缓考原因' },
  scoreQueryControl: { module: 'scoreManage', title: '成绩查询控制' },
  courseBinding: { module: 'scoreManage', title: '课程绑定' },
  scoreTemplate: { module: 'scoreManage', title: '成绩模板', listed: true },
  scoreValue: { module: 'scoreManage', title: '成绩等级制', listed: true },
  scoreRules: { module: 'scoreManage', title: '成绩规则', listed: true },
  projectCategory: { module: 'scoreManage', title: '项目类别' },
  expenseCategory: { module: 'scoreManage', title: '费用类别' },
  exchangeStudent: { module: 'scoreManage', title: '交换生' },
  studentExtraScore: { module: 'scoreManage', title: '学生其他成绩' },
  scoreImport: { module: 'scoreManage', title: '历史成绩' },
  scoreCoefficient: { module: 'scoreManage', title: '成绩系数' },
  scoreRemark: { module: 'scoreManage', title: '成绩备注' },
  scorePrintTemplate: { module: 'scoreManage', title: '成绩打印模板' },
  outsideSchoolScore: { module: 'scoreManage', title: '校外成绩' },
  gradeExam: { module: 'scoreManage', title: '等级考试' },
  gradeExamSubject: { module: 'scoreManage', title: '等级考试科目' },
  gradeExamRequirement: { module: 'scoreManage', title: '报考条件' },
  gradeExamRegistration: { module: 'scoreManage', title: '等级考试报名' },
  gradeExamScore: { module: 'scoreManage', title: '等级考试成绩' },
} as const satisfies Readonly<
  Record<
    string,
    { readonly module: ModuleRoute; readonly title: string; readonly listed?: true; readonly personal?: true }
  >
>;
export type ResourceName = keyof typeof resources;

/** Every resource. */
export const resourceNames = Object.keys(resources) as readonly ResourceName[];

/** Address of a resource's page. */
export function resourcePath(name: ResourceName): string {
  return modulePath(resources[name].module, name);
}
