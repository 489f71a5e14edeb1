import { schoolSetup } from '@jwxt/contracts/school-setup/school-setup.operations.ts';
import { setupState, setupSteps } from '@jwxt/contracts/school-setup/school-setup.vocabulary.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { IconFlag } from '@tabler/icons-react';
import { Link, Navigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useOperation } from '../../../lib/queries.ts';
import classes from '../home.module.css';

const SENT = 'jwxt.setupShown';
const path = modulePath('systemManage', 'schoolSetup');

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
  if (leads) return <Navigate to={path} />;
  const missing = data?.steps.filter(({ state }) => state === setupState.blocked) ?? [];
  if (missing.length === 0) return null;
  return (
    <aside className={classes['setup']} aria-label="开学准备">
      <IconFlag size={16} aria-hidden />
      <span>
        开学准备还有 {missing.length} 项待办理：{missing.map(({ step }) => setupSteps[step].title).join('、')}
      </span>
      <Link to={path}>去办理</Link>
    </aside>
  );
}
