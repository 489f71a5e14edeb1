import { derivedId } from '../runtime/event-id.ts';
import { loadReference } from '@jwxt/contracts/system/system.command.ts';
import { loader, LoadRefused, type CommandSender } from './command-sender.ts';
import { dictionaryRows, parameters } from './dictionary.data.ts';
import { domainRows, noticeTypes } from './notice.data.ts';
import { menuCategories, menus } from './menu.data.ts';
import { processDefinitions } from './process.data.ts';
import { rolePermissions, roles, roleScopes } from './role.data.ts';
import { scoreHierarchies, scoreRules, scoreTemplates, scoreValues } from './score-rule.data.ts';

/**
 * Loads what every school starts with: dictionaries, parameters, grade systems, templates, roles with permissions and scopes, service tiles, and the
 * approval chains. Each part is one command, carried out once, and again when an upgrade brings other rows for that part: what an administrator has
 * changed or removed in between stays.
 */
export async function loadBaseData(sender: CommandSender): Promise<void> {
  await sender.loadStandard('dataDict', dictionaryRows);
  await sender.loadStandard('parameter', parameters);
  await sender.loadStandard('scoreHierarchy', scoreHierarchies);
  await sender.loadStandard('scoreValue', scoreValues);
  await sender.loadStandard('scoreTemplate', scoreTemplates);
  await sender.loadStandard('scoreRules', scoreRules);
  await sender.loadStandard('role', roles);
  await sender.loadStandard('rolePermission', rolePermissions);
  await sender.loadStandard('roleScope', roleScopes);
  await sender.loadStandard('menuCategory', menuCategories);
  await sender.loadStandard('menu', menus);
  await sender.loadStandard('noticeType', noticeTypes);
  await sender.loadStandard('domain', domainRows);
  for (const definition of processDefinitions) await sender.publish(definition);
}

/** Creates the account `admin` (system administrator) once; a later password change stands. */
export async function createFirstAdministrator(sender: CommandSender, password: string): Promise<void> {
  const once = (what: string) => ({ commandId: derivedId(`first-administrator:${what}`), actor: loader });
  try {
    await sender.send(loadReference, { resource: 'userAccount', rows: [{ userName: 'admin', name: '系统管理员', kind: 'casual', password }] }, once('account'));
  } catch (error) {
    // Created at an earlier start, with another password: that one stands.
    if (!(error instanceof LoadRefused && error.code === 'COMMAND_REUSED')) throw error;
  }
  await sender.send(loadReference, { resource: 'userRole', rows: [{ userName: 'admin', jsbh: '01' }] }, once('role'));
}
