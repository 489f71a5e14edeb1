import { schoolSetup } from '@jwxt/contracts/school-setup/school-setup.operations.ts';
import { setupState, setupSteps } from '@jwxt/contracts/school-setup/school-setup.vocabulary.ts';
import { Navigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useOperation } from '../../../lib/queries.ts';
import { keepMissing, lastMissing, SetupLine, setupPath } from './setup-line.tsx';

const SENT = 'jwxt.setupShown';

/**
 * Leads who takes the product into use to 开学准备: at once, once a sign-in, while the school has nothing; by a line
 * above the home page while something is missing that blocks others.
 */
export function SchoolSetupStrip() {
  const { data } = useOperation(schoolSetup, {}, { staleTime: 60_000 });
  const [sent] = useState(() => sessionStorage.getItem(SENT) !== null);
  const leads = data?.untouched === true && !sent;
  useEffect(() => {
    if (leads) sessionStorage.setItem(SENT, '1');
  }, [leads]);
  const missing = data?.steps
    .filter(({ state }) => state === setupState.blocked)
    .map(({ step }) => setupSteps[step].title);
  const text =
    missing && (missing.length === 0 ? '' : `开学准备还有 ${String(missing.length)} 项待办理：${missing.join('、')}`);
  useEffect(() => {
    if (text !== undefined) keepMissing(text);
  }, [text]);
  return leads ? <Navigate to={setupPath} /> : <SetupLine text={text ?? lastMissing()} />;
}
