import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/**
 * Pages of 系统管理 for roles and accounts (PERM-29): `systemManage/{role,permission,user,systemUser}`, and
 * `systemManage/{secondaryAuth,department}`; 权限转授 stands in 消息中心 beside 审批代理, for everybody who works here.
 */
export function accessRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/systemManage/role',
      component: lazyPage(() => import('./roles.page.tsx'), 'RolesPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/systemManage/permission',
      component: lazyPage(() => import('./permissions.page.tsx'), 'PermissionsPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/systemManage/user',
      component: lazyPage(() => import('./users.page.tsx'), 'UsersPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/systemManage/systemUser',
      component: lazyPage(() => import('./system-users.page.tsx'), 'SystemUsersPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/systemManage/secondaryAuth',
      component: lazyPage(() => import('./second-person.page.tsx'), 'SecondPersonPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/messageSystem/permissionTransfer',
      component: lazyPage(() => import('./permission-transfers.page.tsx'), 'PermissionTransfersPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/systemManage/department',
      component: lazyPage(() => import('./departments.page.tsx'), 'DepartmentsPage'),
    }),
  ];
}
