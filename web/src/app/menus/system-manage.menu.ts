import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import {
  IconActivityHeartbeat,
  IconAdjustments,
  IconApps,
  IconApi,
  IconBook2,
  IconBuilding,
  IconCategory,
  IconClipboardText,
  IconDatabase,
  IconDeviceSdCard,
  IconDimensions,
  IconFlag,
  IconHash,
  IconHistory,
  IconKey,
  IconListDetails,
  IconListSearch,
  IconListTree,
  IconPlugConnected,
  IconRoute,
  IconSchool,
  IconServer,
  IconSettings,
  IconSitemap,
  IconShieldCheck,
  IconShieldLock,
  IconShieldSearch,
  IconUsers,
  IconUserCog,
  IconUserOff,
  IconUserPlus,
  IconUserShield,
  IconUsersGroup,
} from '@tabler/icons-react';
import { resourceEntry, type MenuEntry } from './menu-entry.ts';

const page = (key: string) => ({ key, url: modulePath('systemManage', key) });

/** 系统管理. */
export const systemManageMenu: readonly MenuEntry[] = [
  { ...page('schoolSetup'), name: '开学准备', icon: IconFlag, permission: 'schoolSetup:query' },
  {
    key: 'systemDataScope',
    name: '数据范围',
    icon: IconShieldLock,
    children: [
      { ...page('dataPermission'), name: '数据权限', icon: IconShieldLock, permission: 'dataPermission:query' },
      { ...page('dataDimension'), name: '数据维度', icon: IconDimensions, permission: 'dataDimension:query' },
      {
        ...page('studentDataDimension'),
        name: '学生数据维度',
        icon: IconSchool,
        permission: 'studentDataDimension:query',
      },
    ],
  },
  {
    key: 'systemAccess',
    name: '角色与账号',
    icon: IconUserShield,
    children: [
      { ...page('role'), name: '角色管理', icon: IconUsersGroup, permission: 'role:query' },
      { ...page('department'), name: '部门', icon: IconBuilding, permission: 'sysDepartment:query' },
      { ...page('user'), name: '用户管理', icon: IconUserCog, permission: 'user:query' },
      { ...page('systemUser'), name: '系统用户', icon: IconUserPlus, permission: 'systemUser:query' },
      { ...page('permission'), name: '权限', icon: IconKey, permission: 'permission:query' },
      { ...page('personErasure'), name: '个人信息保护', icon: IconUserOff, permission: 'person:query' },
      { ...page('secondaryAuth'), name: '高危操作确认', icon: IconShieldCheck, permission: 'secondaryAuth:query' },
    ],
  },
  {
    key: 'systemRun',
    name: '系统运行',
    icon: IconServer,
    children: [
      { ...page('monitor'), name: '运行状态', icon: IconActivityHeartbeat, permission: 'systemMonitor:query' },
      { ...page('readModels'), name: '读模型管理', icon: IconDatabase, permission: 'readModel:query' },
      {
        ...page('cacheManagement'),
        name: '缓存管理',
        icon: IconDeviceSdCard,
        permission: 'cacheManagement:query',
      },
      { ...page('onlineUsers'), name: '在线用户', icon: IconUsers, permission: 'loginUserRedis:query' },
      { ...page('apiToken'), name: '接口令牌', icon: IconApi, permission: 'apiToken:query' },
      { ...page('resources'), name: '接口资源', icon: IconPlugConnected, permission: 'resources:query' },
    ],
  },
  {
    key: 'approvalProcess',
    name: '审批流程',
    icon: IconRoute,
    children: [
      { ...page('processSetting'), name: '审批流程设置', icon: IconSitemap, permission: 'processSetting:query' },
      resourceEntry(
        'approvalCategory',
        IconCategory,
        async () => (await import('@jwxt/contracts/approval/approval-category.resource.ts')).approvalCategory,
      ),
      resourceEntry(
        'approvalCategoryDetail',
        IconListTree,
        async () => (await import('@jwxt/contracts/approval/approval-category.resource.ts')).approvalCategoryDetail,
      ),
      {
        ...page('processInstance'),
        name: '流程实例查询',
        icon: IconListSearch,
        permission: 'processInstanceQuery:query',
      },
    ],
  },
  {
    key: 'systemAudit',
    name: '审计',
    icon: IconHistory,
    children: [
      {
        ...page('applicationReplay'),
        name: '申请回放',
        icon: IconClipboardText,
        permission: 'processInstanceQuery:query',
      },
      { ...page('operationLog'), name: '操作日志', icon: IconListDetails, permission: 'operationLog:query' },
      { ...page('integrity'), name: '历史校验', icon: IconShieldSearch, permission: 'integrity:query' },
    ],
  },
  {
    key: 'systemSettings',
    name: '系统设置',
    icon: IconSettings,
    children: [
      resourceEntry('sysSet', IconAdjustments),
      resourceEntry(
        'appSetting',
        IconApps,
        async () => (await import('@jwxt/contracts/home/app-setting.resource.ts')).appSetting,
      ),
      resourceEntry(
        'domain',
        IconSitemap,
        async () => (await import('@jwxt/contracts/system-setting/service-domain.resource.ts')).serviceDomain,
      ),
      resourceEntry('codeRule', IconHash),
    ],
  },
  resourceEntry(
    'dataDict',
    IconBook2,
    async () => (await import('@jwxt/contracts/base-info/dictionary.resource.ts')).dictionaryCategory,
  ),
];
