import type { ModuleRoute } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { at, press, type Screen } from '../screen.ts';

const page = (person: string, module: ModuleRoute, name: string, title: string): Screen => ({
  file: `setting-${name}`,
  title,
  person,
  path: at(module, name),
});
const dialog = (screen: Screen, button: string | RegExp, title: string, suffix: string): Screen => ({
  ...screen,
  file: `${screen.file}-${suffix}`,
  title: `${screen.title}：${title}`,
  prepare: press(button),
});

const roles = page('admin', 'systemManage', 'role', '角色管理');
const users = page('admin', 'systemManage', 'user', '用户管理');
const accounts = page('admin', 'systemManage', 'systemUser', '系统用户');
const parameters = page('admin', 'systemManage', 'sysSet', '系统设置');
const scopes = page('admin', 'systemManage', 'dataPermission', '数据权限');
const processes = page('admin', 'systemManage', 'processSetting', '审批流程设置');
const instances = page('office1', 'systemManage', 'processInstance', '流程实例查询');
const tokens = page('admin', 'systemManage', 'apiToken', '接口令牌');
const interfaces = page('admin', 'systemManage', 'resources', '接口资源');
const operationLog = page('admin', 'systemManage', 'operationLog', '操作日志');
const transfers = page('clerk1', 'messageSystem', 'permissionTransfer', '权限转授');
const roster = page('office1', 'openCourseTask', 'teachingClassStudent', '教学班学生');

/** How a school is set up: people, rights, scope, settings, processes, programs, rosters and timetables. */
export const schoolSettingScreens: readonly Screen[] = [
  roles,
  dialog(roles, '新增', '新增', 'new'),
  dialog(roles, /^权限/, '权限', 'permissions'),
  { ...roles, file: `${roles.file}-dark`, title: `${roles.title}（深色）`, dark: true },
  page('admin', 'systemManage', 'permission', '权限查询'),
  users,
  dialog(users, /^以其身份查看/, '以其身份查看', 'view-as'),
  accounts,
  dialog(accounts, '新增', '新增', 'new'),
  dialog(accounts, '同步人员账号', '同步人员账号', 'sync'),
  parameters,
  page('office1', 'systemManage', 'codeRule', '编码规则'),
  scopes,
  processes,
  page('admin', 'systemManage', 'approvalCategory', '审批类别'),
  page('admin', 'systemManage', 'approvalCategoryDetail', '审批类别明细'),
  instances,
  dialog(instances, /^终止/, '终止流程', 'terminate'),
  tokens,
  dialog(tokens, '签发令牌', '签发令牌', 'new'),
  interfaces,
  page('admin', 'systemManage', 'cacheManagement', '缓存管理'),
  page('admin', 'systemManage', 'secondaryAuth', '高危操作确认'),
  transfers,
  dialog(transfers, '转授权限', '转授权限', 'new'),
  page('admin', 'systemManage', 'dataDimension', '数据维度'),
  page('admin', 'systemManage', 'studentDataDimension', '学生数据维度'),
  page('admin', 'systemManage', 'department', '部门'),
  dialog(interfaces, /^停用/, '停用接口', 'off'),
  roster,
  page('office1', 'arrange', 'timetableQuery', '课表查询'),
  page('teacher1', 'arrange', 'timetable', '我的课表'),
  page('office1', 'dataMonitor', 'dataClean', '数据清理'),
  operationLog,
  dialog(operationLog, /^查看/, '详情', 'detail'),
];
