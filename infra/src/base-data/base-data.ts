import { randomUUID } from 'node:crypto';
import { parameterRows } from '@jwxt/contracts/system-setting/parameter.vocabulary.ts';
import { setAdministratorPassword } from '@jwxt/contracts/system/system.command.ts';
import { loader, type CommandSender } from './command-sender.ts';
import { approvalCategoryDetailRows, approvalCategoryRows } from './approval-category.data.ts';
import { codeRuleRows } from './code-rule.data.ts';
import { classTimeRows } from './class-time.data.ts';
import { dictionaryCategoryRows } from './dictionary-category.data.ts';
import { dictionaryRows } from './dictionary.data.ts';
import { domainRows, noticeTypes } from './notice.data.ts';
import { menuCategories, menus } from './menu.data.ts';
import { processDefinitions } from './process.data.ts';
import { studentLabelRows, studentLabelRuleRows } from './student-label.data.ts';
import { regionRows } from './region.data.ts';
import { rolePermissions, roles, roleScopes } from './role.data.ts';
import {
  deferredReasons,
  scoreCoefficients,
  scoreHierarchies,
  scoreRules,
  scoreTemplates,
  scoreValues,
} from './score-rule.data.ts';

/**
 * Loads what every school starts with: dictionaries, parameters, grade systems, templates, roles with permissions and
 * scopes, service tiles, and the approval chains. Each part is one command, carried out once, and again when an upgrade
 * brings other rows for that part: what an administrator has changed or removed in between stays.
 */
export async function loadBaseData(sender: CommandSender): Promise<void> {
  await sender.loadStandard('dataDictCategory', dictionaryCategoryRows);
  await sender.loadStandard('dataDict', dictionaryRows);
  await sender.loadStandard('dataDict', regionRows);
  await sender.loadStandard('classTime', classTimeRows);
  await sender.loadStandard('parameter', parameterRows);
  await sender.loadStandard('codeRule', codeRuleRows);
  await sender.loadStandard('scoreHierarchy', scoreHierarchies);
  await sender.loadStandard('scoreValue', scoreValues);
  await sender.loadStandard('scoreTemplate', scoreTemplates);
  await sender.loadStandard('scoreRules', scoreRules);
  await sender.loadStandard('scoreCoefficient', scoreCoefficients);
  await sender.loadStandard('deferredReason', deferredReasons);
  await sender.loadStandard('role', roles);
  await sender.loadStandard('rolePermission', rolePermissions);
  await sender.loadStandard('roleScope', roleScopes);
  await sender.loadStandard('menuCategory', menuCategories);
  await sender.loadStandard('menu', menus);
  await sender.loadStandard('noticeType', noticeTypes);
  await sender.loadStandard('domain', domainRows);
  await sender.loadStandard('studentLabel', studentLabelRows);
  await sender.loadStandard('studentLabelRule', studentLabelRuleRows);
  await sender.loadStandard('approvalCategory', approvalCategoryRows);
  await sender.loadStandard('approvalCategoryDetail', approvalCategoryDetailRows);
  for (const definition of processDefinitions) await sender.publish(definition);
}

/**
 * Creates the account `admin` (system administrator) with the password from the environment, once. Answers false when
 * the account was there already and has another password: that one stands.
 */
export async function createFirstAdministrator(sender: CommandSender, password: string): Promise<boolean> {
  const { outcome } = await sender.send(
    setAdministratorPassword,
    { password, first: true },
    { commandId: randomUUID(), actor: loader },
  );
  return outcome !== 'differs';
}
