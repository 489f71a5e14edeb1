import type { GatewayArea } from '../kernel/area.ts';
import { accountHandlers } from './account.handlers.ts';
import { passwordMailHandlers } from './password-mail.handlers.ts';
import { permissionTransferHandlers } from './permission-transfer.handlers.ts';
import { roleHandlers } from './role.handlers.ts';
import { rolePermissionHandlers } from './role-permission.handlers.ts';
import { secondPersonHandlers } from './second-person.handlers.ts';
import { systemDepartmentHandlers } from './system-department.handlers.ts';
import { viewAsHandlers } from './view-as.handlers.ts';

/** What the area brings to the gateway. */
export const accessArea: GatewayArea = {
  handlers: [
    ...roleHandlers,
    ...rolePermissionHandlers,
    ...accountHandlers,
    ...passwordMailHandlers,
    ...viewAsHandlers,
    ...secondPersonHandlers,
    ...permissionTransferHandlers,
    ...systemDepartmentHandlers,
  ],
};
