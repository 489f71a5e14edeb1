import { schoolSetup, type SetupStepView } from '@jwxt/contracts/school-setup/school-setup.operations.ts';
import { setupState, setupSteps } from '@jwxt/contracts/school-setup/school-setup.vocabulary.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconRefresh, type Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useContext } from 'react';
import { z } from 'zod';
import { countText } from '../../lib/format.ts';
import { usePageState } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { ShortcutsContext } from '../../lib/shortcuts.ts';
import { EmptyState, QueryFaces } from '../../ui/faces.tsx';
import { Card, Figure, Headline, Page } from '../../ui/page.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import type { Tone } from '../../ui/tokens.ts';
import classes from './school-setup.module.css';

/** Figures follow what others bring in meanwhile. */
const refreshMs = 5_000;

const states: Record<SetupStepView['state'], { tone: Tone; icon?: Icon; name: string }> = {
  [setupState.done]: { tone: 'green', icon: IconCheck, name: '已就绪' },
  [setupState.advised]: { tone: 'orange', icon: IconAlertTriangle, name: '建议补充' },
  [setupState.blocked]: { tone: 'red', name: '待办理' },
};

/** Which steps are shown alone; '': all. */
const pageState = z.object({
  state: z.enum(['', setupState.blocked, setupState.advised]).catch('').default(''),
});

/**
 * 开学准备: what a school needs before the first score, what is there of it, what is missing and what that keeps people
 * from. Later it tells at a glance whether the school's data is sound.
 */
export function SchoolSetupPage() {
  const query = useOperation(schoolSetup, {}, { refetchInterval: refreshMs, staleTime: 0 });
  const [{ state: only }, setState] = usePageState(pageState);
  const alone = (state: typeof setupState.blocked | typeof setupState.advised) => ({
    on: only === state,
    onToggle: () => {
      setState({ state: only === state ? '' : state });
    },
  });
  return (
    <Page title="开学准备" fill={false}>
      {query.data && (
        <Headline
          actions={
            <>
              {query.error ? (
                <span role="alert">刷新失败，显示的是 {query.data.serverTime.slice(11)} 的结果</span>
              ) : (
                <span>{query.data.serverTime.slice(11)} 更新</span>
              )}
              <Button
                variant="default"
                size="xs"
                leftSection={<IconRefresh size={15} />}
                loading={query.isFetching}
                onClick={() => {
                  void query.refetch();
                }}
              >
                重新检查
              </Button>
            </>
          }
        >
          <Figure
            lead
            tone={query.data.steps.every(({ state }) => state !== setupState.blocked) ? 'green' : 'ink'}
            value={`${String(numberIn(query.data.steps, setupState.done))} / ${String(query.data.steps.length)}`}
            label="已就绪的步骤"
          />
          <Figure
            value={numberIn(query.data.steps, setupState.blocked)}
            label="待办理，影响使用"
            filter={alone(setupState.blocked)}
            {...(numberIn(query.data.steps, setupState.blocked) > 0 ? { tone: 'red' as const } : {})}
          />
          <Figure
            value={numberIn(query.data.steps, setupState.advised)}
            label="建议补充"
            filter={alone(setupState.advised)}
          />
          <Figure value={query.data.semesterName ?? '未设置'} label="当前学期" />
        </Headline>
      )}
      <Card flush title="准备步骤" note="按顺序办理；可以随时离开，下次从这里继续">
        <QueryFaces query={query} rows={10}>
          {({ steps }) => {
            const shown = steps
              .map((step, at) => ({ step, number: at + 1 }))
              .filter(({ step }) => only === '' || step.state === only);
            return shown.length === 0 ? (
              <EmptyState title={`没有${states[only === '' ? setupState.done : only].name}的步骤`} compact />
            ) : (
              <ol className={classes['steps']}>
                {shown.map(({ step, number }) => (
                  <Step key={step.step} step={step} number={number} />
                ))}
              </ol>
            );
          }}
        </QueryFaces>
      </Card>
    </Page>
  );
}

const numberIn = (steps: readonly SetupStepView[], state: SetupStepView['state']): number =>
  steps.filter((step) => step.state === state).length;

function Step({ step: { step, state, counts, findings }, number }: { step: SetupStepView; number: number }) {
  const { title, purpose, pages } = setupSteps[step];
  const { tone, icon, name } = states[state];
  const opened = useContext(ShortcutsContext);
  return (
    <li className={classes['step']} aria-label={title} data-number={number} data-state={state}>
      <div className={classes['what']}>
        <h3>{title}</h3>
        <p>{purpose}</p>
      </div>
      <div className={classes['state']}>
        <StatusTag tone={tone} {...(icon ? { icon } : {})}>
          {name}
        </StatusTag>
        <span className={classes['counts']}>
          {counts.map((each) => `${each.name} ${countText(each.count)}`).join('　')}
        </span>
      </div>
      <ul className={classes['findings']}>
        {findings.map(({ text, consequence, blocking }) => (
          <li key={text} data-blocking={blocking || undefined}>
            <b>{text}</b>
            <span>{consequence}</span>
          </li>
        ))}
      </ul>
      <nav className={classes['pages']} aria-label={`${title}的页面`}>
        {pages.map((page) =>
          opened.some(({ path }) => path === page.path) ? (
            <Link key={page.path} to={page.path}>
              {page.title}
            </Link>
          ) : (
            <span key={page.path} title="您没有这个页面的权限，请联系有权限的同事">
              {page.title}
            </span>
          ),
        )}
      </nav>
    </li>
  );
}
