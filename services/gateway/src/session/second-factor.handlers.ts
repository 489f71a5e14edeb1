import { randomUUID } from 'node:crypto';
import { yesNoOf } from '@jwxt/contracts/kernel/yes-no.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import {
  bindSecondFactor,
  replaceRecoveryCodes,
  unbindSecondFactor,
  useRecoveryCode,
} from '@jwxt/contracts/session/second-factor.command.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  passSecondStep,
  removeSecondFactor,
  renewRecoveryCodes,
  secondFactorStatus,
} from '@jwxt/contracts/session/second-factor.operations.ts';
import { codeKindOf, recoveryCodeText, secondStep } from '@jwxt/contracts/session/second-factor.vocabulary.ts';
import { loginWay } from '@jwxt/contracts/session/session.vocabulary.ts';
import { handler, type SignedInCall } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { readAppearance } from './appearance.read.ts';
import { countGuesses } from './guesses-in-session.ts';
import { placeOf } from './login-guard.ts';
import { hashOfCode } from './second-factors.ts';
import { signIn } from './sign-in.ts';

/** A wrong code of the second step counts as a wrong password does, one attempt after the other. */
function counted<T>(call: SignedInCall, attempt: () => Promise<T>): Promise<T> {
  const { services, user, clientAddress, now } = call;
  return services.loginTurns.take(`${placeOf(clientAddress)} ${user.userName}`, async () => {
    await services.loginGuard.admitStep(user.userName, clientAddress, now);
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof Refused && error.code === 'SECOND_CODE_WRONG')
        await services.loginGuard.recordFailure(user.userName, clientAddress, now);
      throw error;
    }
  });
}

const guesses = { wrong: 'SECOND_CODE_WRONG', guessed: 'SECOND_CODE_GUESSED' } as const;

/** Takes a code of either kind from the person. */
async function takeCode(call: SignedInCall, code: string, commandId: string): Promise<void> {
  const { services, user, now } = call;
  if (codeKindOf(code) === 'code') await services.secondFactors.take(user.userName, code, now);
  else await runCommand(useRecoveryCode, { codeHash: hashOfCode(code) }, call, { commandId });
}

/** The whole session instead of the one that only the password opened. */
async function enter(call: SignedInCall) {
  const view = await signIn(call.user.userName, { loginWay: loginWay.password, secondStepDone: true }, call);
  await call.services.loginGuard.clear(call.user.userName, call.clientAddress);
  return view;
}

const codesOf = (call: SignedInCall, commandId: string) => {
  const plain = call.services.secondFactors.recoveryCodesFor(commandId, call.user.userName);
  return { codeHashes: plain.map(hashOfCode), recoveryCodes: plain.map(recoveryCodeText) };
};

export const secondFactorHandlers = [
  handler(secondFactorStatus, async (_input, { services, user }) => {
    const { bound, required, boundAt, codesLeft } = await services.secondFactors.status(user.userName);
    return {
      bound: yesNoOf(bound),
      required: yesNoOf(required),
      boundAt: boundAt && toDateTimeText(boundAt),
      codesLeft,
    };
  }),
  handler(beginSecondFactor, async (_input, { services, user, session, now }) => {
    if (session.secondStep === secondStep.code) throw new Refused('SECOND_FACTOR_BOUND');
    const { schoolName } = await readAppearance(services.db, ['schoolName']);
    return services.secondFactors.begin(user.userName, schoolName, now);
  }),
  handler(confirmSecondFactor, async ({ commandId, sealed, code }, call) => {
    const { user, session, services, now } = call;
    if (session.secondStep === secondStep.code) throw new Refused('SECOND_FACTOR_BOUND');
    const period = services.secondFactors.confirm(user.userName, { sealed, code }, now);
    const { codeHashes, recoveryCodes } = codesOf(call, commandId);
    await runCommand(bindSecondFactor, { sealed, period, codeHashes }, call, { commandId });
    return { recoveryCodes, user: session.secondStep === secondStep.bind ? await enter(call) : null };
  }),
  handler(passSecondStep, async ({ code }, call) =>
    counted(call, async () => {
      if (call.session.secondStep !== secondStep.code) throw new Refused('SECOND_FACTOR_NONE');
      await takeCode(call, code, randomUUID());
      return await enter(call);
    }),
  ),
  handler(renewRecoveryCodes, async ({ commandId, code }, call) =>
    countGuesses(call, guesses, async () => {
      await call.services.secondFactors.take(call.user.userName, code, call.now);
      const { codeHashes, recoveryCodes } = codesOf(call, commandId);
      await runCommand(replaceRecoveryCodes, { codeHashes }, call, { commandId });
      return { recoveryCodes };
    }),
  ),
  handler(removeSecondFactor, async ({ commandId, code }, call) =>
    countGuesses(call, guesses, async () => {
      const { required } = await call.services.secondFactors.status(call.user.userName);
      if (required) throw new Refused('SECOND_FACTOR_NEEDED');
      await takeCode(call, code, randomUUID());
      await runCommand(unbindSecondFactor, {}, call, { commandId });
      return {};
    }),
  ),
];
