import {
  askSecondPerson,
  decideSecondPerson,
  withdrawSecondPerson,
} from '@jwxt/contracts/access/second-person.command.ts';
import {
  approveSecondPerson,
  querySecondPerson,
  requestSecondPerson,
  revokeSecondPerson,
} from '@jwxt/contracts/access/second-person.operations.ts';
import { permissionOf } from '@jwxt/contracts/kernel/operation.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { LoginWay } from '@jwxt/contracts/session/session.vocabulary.ts';
import { acting } from '../kernel/acting.ts';
import { handler, type Handler, type SignedInCall } from '../kernel/handler.ts';
import { mayDo } from '../kernel/principal.ts';
import { invalidField, Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { requireScope, watched } from '../kernel/scope-watch.ts';
import { readSecondPerson } from './second-person.read.ts';

declare module '../kernel/services.ts' {
  interface Services {
    /** What carries each operation out, by its id: for what is done later, in the name of whoever asked. */
    readonly handlers: ReadonlyMap<string, Handler>;
  }
}

/** Dangerous operations that a second person confirms (SYSADMIN-18, kind 3; decision 056). */
export const secondPersonHandlers: readonly Handler[] = [
  handler(querySecondPerson, (asked, call) => readSecondPerson(call, asked)),
  handler(requestSecondPerson, async ({ commandId, operation: id, input, reason }, call) => {
    const operation = call.services.handlers.get(id)?.operation;
    const permission = operation ? permissionOf(operation) : null;
    if (!operation?.dangerous || permission === null) throw invalidField('operation', '该操作无需确认');
    if (!mayDo(call.user, permission)) throw new Refused('FORBIDDEN');
    const read = operation.input.safeParse(input);
    const wanted = read.success ? (read.data as { commandId?: unknown }).commandId : undefined;
    if (!read.success || typeof wanted !== 'string') throw invalidField('input', '操作内容无法识别，请重新操作');
    const told = operation.dangerous.tells(read.data);
    const asked = { commandId: wanted, operation: id, permission, input, told, reason };
    return await runCommand(askSecondPerson, asked, call, { commandId });
  }),
  handler(approveSecondPerson, async ({ commandId, authId, agreed, opinion }, call) => {
    const isAgreed = agreed === yesNo.yes;
    await runCommand(decideSecondPerson, { authId, agreed: isAgreed, opinion }, call, { commandId });
    if (isAgreed) await carryOut(authId, call);
    return { authId };
  }),
  handler(revokeSecondPerson, async ({ commandId, authId }, call) =>
    runCommand(withdrawSecondPerson, { authId }, call, { commandId }),
  ),
];

/**
 * Does what was confirmed, in the name of whoever asked and with what he may do by now; the command id makes it once.
 */
async function carryOut(authId: string, call: SignedInCall): Promise<void> {
  const { services } = call;
  const { rows } = await services.db.query<{
    operation: string;
    input: unknown;
    from_user: string;
    sign_in_way: LoginWay;
    sign_in_issued_by: string | null;
  }>('select operation, input, from_user, sign_in_way, sign_in_issued_by from base.second_person where auth_id = $1', [
    authId,
  ]);
  const [asked] = rows;
  const entry = asked && services.handlers.get(asked.operation);
  const principal = asked && (await services.principals.get(asked.from_user));
  const permission = entry ? permissionOf(entry.operation) : null;
  if (!asked || !entry || !principal || !mayDo(principal, permission))
    throw new Refused('FORBIDDEN', {}, { message: '申请人已没有该项操作的权限，未执行' });
  const session = { ...call.session, loginWay: asked.sign_in_way, issuedBy: asked.sign_in_issued_by };
  const input = entry.operation.input.parse(asked.input);
  await acting(principal, entry.operation, async (person) => {
    const user = watched(person, entry.operation);
    const inHisName: SignedInCall = { ...call, user, session, permission, confirmation: authId };
    await entry.run(input, inHisName);
    requireScope(user);
  });
}
