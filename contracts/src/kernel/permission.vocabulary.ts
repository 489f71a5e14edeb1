import { resourceActions, type ResourceAction } from './resource-action.ts';
import { modules, type ModuleRoute } from './module.vocabulary.ts';
import { resourceNames, resources, type ResourceName } from './resource.vocabulary.ts';

const actions = Object.keys(resourceActions) as ResourceAction[];
/** What people may do with a resource: rows that are lists are not imported, only what is personal is hidden. */
const actionsOf = (name: ResourceName): readonly ResourceAction[] =>
  actions.filter(
    (action) =>
      !(action === 'import' && 'listed' in resources[name]) &&
      !(action === 'reveal' && !('personal' in resources[name])),
  );
/** The codes of a resource. */
export function codesOfResource(name: ResourceName) {
  return actionsOf(name).map((action) => `${name}:${action}` as const);
}

/**
 * Permission codes by the module they belong to (`fwbh` of PERM-06), each with its name. `shared` codes (PERM-09) gate
 * what stands in the shell, on the home page or in several modules: they come with every module's list. Those of
 * resources follow from `resource.vocabulary.ts`.
 */
export const permissionsOfModule = {
  shared: {
    'systemApprove:query': '审批中心查询',
    'system:approve': '审批',
    'functionAuthority:permission:query': '权限查询',
    'courseChoose:init': '选课入口',
    'indexQuery:show': '首页统计',
    'homeMemuIconManage:show': '首页应用管理',
    'teacherServer:notice': '我的通知公告',
    'operationGuide:query': '操作指南查阅',
    'userMessage:query': '系统消息（教职工）',
    'systemMessageStudent:query': '系统消息（学生）',
    'courseInfo:query': '课程选择',
    'classInfo:choose': '行政班选择',
    'personalCoursePlan:query': '个人课程计划查询',
    'longJob:query': '任务进度查询',
    'longJob:cancel': '任务取消',
    'MonitorBall:view': '数据监控悬浮球',
  },
  systemManage: {
    'schoolSetup:query': '开学准备查询',
    'operationLog:query': '操作日志查询',
    'operationLog:exportExcel': '操作日志导出',
    'role:query': '角色查询',
    'role:queryUser': '角色可选用户查询',
    'role:insertRoleInfo': '角色新增与复制',
    'role:updateRoleInfo': '角色修改',
    'role:deleteRoleByid': '角色删除',
    'role:batchDeleteUserByJsbh': '移除角色用户',
    'role:roleMana:selectRoleByJsbh': '角色权限查看',
    'role:roleMana:queryJzgListByJsbh': '角色的教师查询',
    'role:roleMana:queryStuListByJsbh': '角色的学生查询',
    'role:roleMana:queryCasualUserListByJsbh': '角色的临时用户查询',
    'role:roleMana:role:detail:xs': '角色的学生详情',
    'roleMana:save': '角色权限保存',
    'user:query': '用户查询',
    'user:setRoles': '用户角色设置',
    'user:updateUserDefaultPassword': '用户密码重置',
    'user:manualUpdatePassword': '用户密码手动修改',
    'user:viewAs': '以其身份查看',
    'user:resetSecondFactor': '用户二次验证重置',
    'systemUser:query': '系统用户查询',
    'systemUser:detail': '系统用户详情',
    'systemUser:create': '系统用户新增',
    'systemUser:update': '系统用户修改',
    'systemUser:delete': '系统用户删除',
    'systemUser:batchDelete': '系统用户批量删除',
    'systemUser:resetPassword': '系统用户重置密码',
    'systemUser:export': '系统用户导出',
    'systemUser:syncUserInfo': '人员账号同步',
    'permission:query': '权限清单查询',
    'permission:delete': '未使用权限删除',
    'dataPermission:query': '数据权限查询',
    'dataPermission:save': '数据权限设置',
    'dataDimension:query': '数据维度查询',
    'dataDimension:update': '数据维度修改',
    'studentDataDimension:query': '学生数据维度查询',
    'studentDataDimension:update': '学生数据维度修改',
    'systemMonitor:query': '运行状态查询',
    'menu:query': '菜单查询',
    'sysDepartment:query': '部门查询',
    'secondaryAuth:query': '高危操作确认查询',
    'secondaryAuth:approve': '高危操作确认',
    'loginUserRedis:query': '在线用户查询',
    'loginUserRedis:kickOut': '在线用户强制下线',
    'systemUser:tempLogin': '签发临时登录',
    'resources:query': '接口资源查询',
    'resources:update': '接口资源停用与启用',
    'cacheManagement:query': '缓存查询',
    'cacheManagement:clear': '缓存清空',
    'cacheManagement:warm': '缓存预热',
    'apiToken:query': '接口令牌查询',
    'apiToken:create': '接口令牌签发',
    'apiToken:revoke': '接口令牌撤销',
    'changeFeed:query': '数据变更查询',
    'readModel:query': '读模型查询',
    'readModel:rebuild': '读模型重建',
    'codeRule:generate': '课程编码生成',
    'processSetting:query': '流程设置查询',
    'processSetting:update': '流程设置修改',
    'processSetting:publish': '流程设置发布',
    'processSetting:simulate': '流程模拟',
    'processInstanceQuery:query': '流程实例与申请回放查询',
    'processInstanceQuery:exportExcel': '流程实例导出',
    'processInstanceQuery:transfer': '流程实例转办',
    'processInstanceQuery:terminate': '流程实例终止',
  },
  baseInfo: {
    'semester:setCurrent': '切换当前学期',
    'semester:archive': '学期归档',
    'semester:copySettings': '复制学期设置',
    'baseImport:query': '导入记录查询',
    'fileUploadResource:query': '文件资源查询',
    'fileUploadResource:export': '文件资源导出',
    'fileUploadResource:download': '文件资源下载',
    'fileUploadResource:batchDownload': '文件资源批量下载',
    'fileUploadResource:delete': '文件资源删除',
  },
  openCourseTask: {
    'teachingJob:batchCommit': '教学任务提交',
    'teachingJob:recallToEdit': '教学任务退回编辑',
    'teachingJob:recallConfirmed': '教学任务取消确认',
    'teachingJob:confirm': '教学任务确认',
    'teachingJob:stop': '教学任务停开',
    'teachingJob:split': '教学任务拆分',
    'teachingJob:merge': '教学任务合并',
    'teachingJob:setTeachers': '教学任务指定教师',
    'teachingJob:change': '教学任务变更',
    'publicElectiveTask:generateTask': '公选课任务生成',
    'publicElectiveTask:stopShort': '公选课人数不足停开',
    'teacherHours:query': '教师学时查询',
    'teacherHours:exportExcel': '教师学时导出',
    'teachingClassTeacher:assign': '指定任课教师',
    'teachingClassStudent:addClasses': '按行政班加入名单',
    'publicCourseManage:query': '公共选修课管理查询',
    'publicCourseManage:apply': '公选课申请',
    'publicCourseManage:exportExcel': '公选课导出',
    'publicCourseManage:setRound': '公选课申报时间设置',
  },
  arrange: {
    'adjustCourse:apply': '调停课申请',
    'timetable:own': '本人课表',
    'timetable:query': '课表查询',
  },
  student: {
    'studentInformationApproval:apply': '学生信息核对申请',
  },
  appBuild: {
    'appBuild:components': '组件示例查看',
  },
  dataMonitor: {
    'dataMonitor:query': '数据监控查询',
    'dataMonitor:exportExcel': '监测结果导出',
    'dataMonitor:clean': '数据清洗',
    'dataMonitor:update': '监测点设置',
    'dataClean:course': '课程合并',
    'dataClean:classroom': '教室合并',
    'dataClean:department': '单位合并',
    'dataClean:major': '专业合并',
    'dataClean:gradeMajor': '年级专业合并',
    'dataClean:classInfo': '行政班合并',
    'dataClean:teacher': '教师合并',
    'dataClean:student': '学生合并',
  },
  scoreManage: {
    'scoreEntry:query': '成绩录入查询',
    'scoreEntry:detail': '成绩单查看',
    'scoreEntry:save': '成绩录入',
    'scoreEntry:submit': '成绩送审',
    'scoreEntry:template': '成绩录入模板下载',
    'scoreEntry:import': '成绩导入',
    'scoreEntry:exportExcel': '成绩单导出',
    'scoreEntry:print': '成绩登记表打印',
    'scoreEntry:saveFor': '代录成绩',
    'scoreEntry:registerRemark': '登记成绩备注',
    'scoreChange:query': '成绩更改查询',
    'scoreChange:apply': '成绩更改申请',
    'scoreChange:applyFor': '代为申请成绩更改',
    'regularScoreApproval:query': '正考成绩审批查询',
    'regularScoreApproval:exportExcel': '正考成绩审批导出',
    'publishedScore:query': '已发布成绩查询',
    'publishedScore:exportExcel': '已发布成绩导出',
    'scoreChangeAudit:detail': '成绩更改详情',
    'scoreChangeAudit:exportExcel': '成绩更改审核导出',
    'systemScoreCognizance:query': '系统内成绩认定查询',
    'systemScoreCognizance:apply': '系统内成绩认定申请',
    'systemScoreCognizance:batchDelete': '系统内成绩认定申请删除',
    'systemScoreCognizanceAudit:detail': '系统内成绩认定详情',
    'systemScoreCognizanceAudit:exportAuditExcel': '系统内成绩认定审核导出',
    'outsideScoreCognizance:query': '系统外成绩认定查询',
    'outsideScoreCognizance:apply': '系统外成绩认定申请',
    'outsideScoreCognizance:batchDelete': '系统外成绩认定申请删除',
    'outsideScoreCognizance:detail': '系统外成绩认定详情',
    'outsideScoreCognizanceAudit:exportAuditExcel': '系统外成绩认定审核导出',
    'outSideSchoolScoreCognizance:query': '校外成绩认定查询',
    'outSideSchoolScoreCognizance:apply': '校外成绩认定申请',
    'outSideSchoolScoreCognizance:batchDelete': '校外成绩认定申请删除',
    'outSideSchoolScoreCognizance:detail': '校外成绩认定详情',
    'outSideSchoolScoreCognizance:exportAuditExcel': '校外成绩认定审核导出',
    'scoreCognizance:overrideCredit': '成绩认定学分不足放行',
    'scoreCognizance:settle': '认定成绩处理',
    'scoreCognizance:revoke': '认定成绩撤销',
    'deferredExamApply:query': '缓考申请查询',
    'deferredExamApply:apply': '缓考申请',
    'deferredExamApply:revoke': '缓考撤销',
    'selfLearn:query': '自修（免听）申请查询',
    'selfLearn:apply': '自修（免听）申请',
    'selfLearn:revoke': '自修（免听）申请撤销',
    'makeupLearn:query': '补修申请查询',
    'makeupLearn:apply': '补修申请',
    'makeupLearn:revoke': '补修申请撤销',
    'upgradeVersionApply:query': '课程升版申请查询',
    'upgradeVersionApply:apply': '课程升版申请',
    'upgradeVersionApply:revoke': '课程升版申请撤销',
    'exchangeStudentApply:query': '交换生申请查询',
    'exchangeStudentApply:apply': '交换生申请',
    'exchangeStudentApply:revoke': '交换生申请撤销',
    'scoreCancelRecord:query': '成绩注销查询',
    'scoreCancelRecord:apply': '成绩注销申请',
    'scoreCancelRecord:revoke': '成绩注销撤销',
    'scorePointApply:query': '成绩加分申请查询',
    'scorePointApply:apply': '成绩加分申请',
    'scorePointApply:revoke': '成绩加分撤销',
    'makeupList:query': '补缓考名单查询',
    'makeupList:generate': '补缓考名单生成',
    'makeupList:update': '补缓考名单调整',
    'makeupList:freeze': '补缓考名单锁定',
    'makeupList:exportExcel': '补缓考名单导出',
    'retakeApproval:query': '补缓考成绩审批查询',
    'retakeApproval:approval': '补缓考成绩审批',
    'retakeApproval:scorePassApproval:query': '已通过补缓考成绩查询',
    'retakeApproval:scoreApprovalAll:query': '全部补缓考成绩审批查询',
    'retakeApproval:exportExcel': '待审核补缓考成绩导出',
    'retakeApproval:exportPassApprovalExcel': '已通过补缓考成绩导出',
    'retakeApproval:exportApprovalAllExcel': '全部补缓考成绩审批导出',
    'rebuildClass:query': '重修班查询',
    'rebuildClass:update': '重修班维护',
    'rebuildClass:publish': '重修班发布',
    'rebuildSignUpResult:query': '重修报名查询',
    'rebuildSignUpResult:apply': '重修报名',
    'rebuildSignUpResult:revoke': '重修报名取消确认',
    'rebuildManagement:query': '重修管理查询',
    'rebuildManagement:update': '重修编班与缴费登记',
    'rebuildManagement:exportExcel': '重修管理导出',
    'rebuildScoreApproval:query': '重修成绩审批查询',
    'rebuildScoreApproval:approval': '重修成绩审批',
    'rebuildScoreApproval:scorePassApproval:query': '已通过重修成绩查询',
    'rebuildScoreApproval:scoreApprovalAll:query': '全部重修成绩审批查询',
    'rebuildScoreApproval:exportRebuildScoreApprovalExcel': '重修成绩审批导出',
    'examSet:query': '教学班与考试设置查询',
    'examSet:initSet': '学期成绩初始化',
    'examSet:teacherSet': '设置录入教师',
    'examSet:quickSet': '快捷设置',
    'examSet:timeSet': '设置录入时间',
    'examSet:subItemBatch': '设置成绩分项',
    'examSet:hierarchy': '设置等级制',
    'examSet:rollback': '成绩退回',
    'examSet:forceSubmit': '强制提交',
    'examSet:batchAdjustment': '批量调整',
    'examSet:exportExcel': '考试设置导出',
    'scoreLog:query': '成绩回放查询',
    'scoreLog:exportExcel': '成绩回放导出',
    'scoreStatistics:query': '成绩统计查询',
    'scoreChangeHistory:query': '成绩更改历史查询',
    'scoreChangeHistory:exportExcel': '成绩更改历史导出',
    'scoreAnalysis:query': '成绩分析查询',
    'scoreAnalysis:exportExcel': '成绩分析导出',
    'scoreQuery:query': '成绩查询',
    'scoreQuery:exportExcel': '学生成绩导出',
    'scoreQuery:print': '成绩单打印',
    'scoreRules:publish': '成绩规则发布',
    'gpaCheckList:query': '绩点核查查询',
    'gpaCheckList:exportExcel': '绩点核查导出',
    'gpaCheckList:generate': '绩点核查生成',
    'gpaCheckList:own': '本人绩点核查查询',
    'gpaCheckList:confirm': '本人绩点核对',
    'graduationScore:query': '毕业成绩查询',
    'graduationScore:exportExcel': '毕业成绩导出',
    'graduationScore:generate': '毕业成绩生成',
    'graduationScore:lock': '毕业成绩锁定与解锁',
    'graduationScore:own': '本人毕业成绩查询',
    'gradeExam:own': '本人等级考试查询',
    'gradeExam:signUp': '等级考试报名与取消',
    'gradeExamRegistration:giveTickets': '准考证号编排',
  },
  guide: {
    'operationGuide:create': '操作指南新增',
    'operationGuide:update': '操作指南管理',
    'operationGuide:delete': '操作指南删除',
    'operationGuide:publish': '操作指南发布',
    'operationGuide:recall': '操作指南撤回',
  },
  messageSystem: {
    'noticeInfo:query': '通知公告管理',
    'noticeInfo:create': '通知公告新增',
    'noticeInfo:update': '通知公告修改',
    'noticeInfo:delete': '通知公告删除',
    'noticeInfo:publish': '通知公告发布',
    'noticeInfo:recall': '通知公告撤回',
    'noticeInfo:readList': '通知公告阅读情况',
    'secondaryAuth:queryTransfer': '权限转授查询',
    'secondaryAuth:create': '权限转授',
    'secondaryAuth:revoke': '撤销他人的权限转授',
    'secondaryAuth:exportExcel': '权限转授导出',
  },
} as const satisfies Partial<Record<ModuleRoute | 'shared', Record<string, string>>>;

type Codes = typeof permissionsOfModule;
/** A permission code (`qxbh`). What comes from the database or a person is a text until it is looked up. */
export type PermissionCode = { [M in keyof Codes]: keyof Codes[M] }[keyof Codes] | `${ResourceName}:${ResourceAction}`;

/** A permission code with its name and the route of its module; null: shared. */
export type Permission = { readonly code: PermissionCode; readonly name: string; readonly module: ModuleRoute | null };

/** Every permission code there is. */
export const permissions: readonly Permission[] = [
  ...Object.entries(permissionsOfModule).flatMap(([module, codes]) =>
    Object.entries(codes).map(([code, name]) => ({
      code: code as PermissionCode,
      name,
      module: module === 'shared' ? null : (module as ModuleRoute),
    })),
  ),
  ...resourceNames.flatMap((name) =>
    actionsOf(name).map((action) => ({
      code: `${name}:${action}` as const,
      name: `${resources[name].title}${resourceActions[action]}`,
      module: resources[name].module,
    })),
  ),
];

/** What names a module in permission calls (`fwbh`): its id, or its route for those that have none. */
export function moduleKey(route: ModuleRoute): string {
  return modules.find((module) => module.route === route)?.id ?? route;
}

/** The codes of a module, the shared ones included. Nothing for an unknown `fwbh`. */
export function codesOfModule(fwbh: string): readonly PermissionCode[] {
  const route = modules.find((module) => moduleKey(module.route) === fwbh)?.route;
  return route === undefined
    ? []
    : permissions.filter(({ module }) => module === null || module === route).map(({ code }) => code);
}

/**
 * The modules of a person with these codes, by {@link moduleKey}: those in which one of the codes is. A module without
 * codes of its own guards nothing and is there for all staff.
 */
export function modulesOf(held: ReadonlySet<string>, kind: string): string[] {
  return modules
    .filter(({ route }) => {
      const own = permissions.filter(({ module }) => module === route);
      return own.length === 0 ? kind !== 'student' : own.some(({ code }) => held.has(code));
    })
    .map(({ route }) => moduleKey(route));
}
