import {
  exportStatusReturn,
  queryStatusReturn,
  returnTables,
  type ReturnTable,
} from '@jwxt/contracts/student-status/term/student-figures.operations.ts';
import { Tabs } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { usePageState } from '../../../lib/page-state.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { ExportButton } from '../../../ui/export-button.tsx';
import { Card, Page, Toolbar } from '../../../ui/page.tsx';
import { BackupDayInput, DayInput, daysAsked } from './day-fields.tsx';
import { FigureTableView, type FigurePlace } from './figure-table.tsx';
import { MovementCard } from './movement-card.tsx';
import { PersonsDialog } from './persons.dialog.tsx';

const text = z.string().catch('').default('');
const pageState = z.object({
  tab: z.enum(['major', 'age', 'origin', 'movement']).catch('major').default('major'),
  day: text,
  backupDayId: text,
  from: text,
  to: text,
  groupBy: z.enum(['studentType', 'department', 'major']).catch('studentType').default('studentType'),
});
const tabs = {
  ...Object.fromEntries(Object.entries(returnTables).map(([key, { title }]) => [key, title])),
  movement: '学生变动情况',
};

/** 高基报表 (STUDENT-STATUS-17): the tables that a school reports each year; each figure leads to its persons. */
export function StatusReturnsPage() {
  const [state, setState] = usePageState(pageState);
  return (
    <Page title="高基报表">
      <Card flush grow>
        <Tabs
          value={state.tab}
          onChange={(tab) => {
            setState({ tab: pageState.shape.tab.parse(tab) });
          }}
        >
          <Tabs.List>
            {Object.entries(tabs).map(([key, title]) => (
              <Tabs.Tab key={key} value={key}>
                {title}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
        {state.tab === 'movement' ? (
          <MovementCard
            asked={state}
            onChange={(change) => {
              setState(change);
            }}
          />
        ) : (
          <ReturnCard
            key={state.tab}
            table={state.tab}
            days={state}
            onDays={(days) => {
              setState(days);
            }}
          />
        )}
      </Card>
    </Page>
  );
}

function ReturnCard({
  table,
  days,
  onDays,
}: {
  table: ReturnTable;
  days: { day: string; backupDayId: string };
  onDays: (days: { day: string; backupDayId: string }) => void;
}) {
  const [opened, setOpened] = useState<{ at: FigurePlace; name: string } | null>(null);
  const maySeePersons = useMay('statusStatistics:persons');
  const asked = { ...daysAsked(days), table };
  const query = useOperation(queryStatusReturn, asked, { keepPrevious: false });
  return (
    <>
      <Toolbar right={query.data && <span>{`在校生 ${String(query.data.total)} 人，统计日期 ${query.data.day}`}</span>}>
        <label htmlFor="return-day">统计日期</label>
        <DayInput id="return-day" value={days} onChange={onDays} />
        <label htmlFor="return-backup">备份日</label>
        <BackupDayInput id="return-backup" value={days} onChange={onDays} />
        <ExportButton operation={exportStatusReturn} input={asked} />
      </Toolbar>
      <FigureTableView
        label={returnTables[table].title}
        table={query.data}
        query={query}
        onFigure={
          maySeePersons
            ? (at, name) => {
                setOpened({ at, name });
              }
            : undefined
        }
      />
      {opened !== null && (
        <PersonsDialog
          title={`${opened.name}（${query.data?.day ?? ''}）`}
          of={{ ...daysAsked(days), range: 'inSchool', at: opened.at }}
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
    </>
  );
}
