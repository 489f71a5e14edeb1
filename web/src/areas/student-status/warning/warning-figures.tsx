import { Button } from '@mantine/core';
import { warningFigures } from '@jwxt/contracts/student-status/warning/warning-result.operations.ts';
import { useState } from 'react';
import { useOperation } from '../../../lib/queries.ts';
import { Figure, Headline } from '../../../ui/page.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

/** Warnings in force by unit and level, how many are signed, and who is warned again (STUDENT-STATUS-27). */
export function WarningFigures({ semesterId }: { semesterId: string }) {
  const [open, setOpen] = useState(false);
  const { data } = useOperation(warningFigures, semesterId === '' ? {} : { semesterId });
  if (!data || data.units.length === 0) return null;
  type Unit = (typeof data.units)[number];
  const sum = (of: (unit: Unit) => number) => data.units.reduce((all, unit) => all + of(unit), 0);
  const columns: Column<Unit>[] = [
    { key: 'unit', title: '院系', width: 'auto', align: 'left', render: (row) => row.departmentName },
    ...data.levels.map(({ code, name }): Column<Unit> => ({
      key: code,
      title: name,
      width: 100,
      align: 'right',
      render: (row) => row.byLevel[code] ?? 0,
    })),
    { key: 'total', title: '合计', width: 80, align: 'right', render: (row) => row.total },
    { key: 'signed', title: '已签收', width: 80, align: 'right', render: (row) => row.signed },
    { key: 'repeated', title: '连续预警', width: 96, align: 'right', render: (row) => row.repeated },
  ];
  return (
    <>
      <Headline
        actions={
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              setOpen(true);
            }}
          >
            各院系
          </Button>
        }
      >
        <Figure lead value={sum(({ total }) => total)} label={`${data.semesterId ?? ''} 预警人次`} />
        {data.levels.map(({ code, name, colour }) => (
          <Figure
            key={code}
            value={sum(({ byLevel }) => byLevel[code] ?? 0)}
            label={name}
            {...(colour === 'red' || colour === 'orange' ? { tone: colour } : {})}
          />
        ))}
        <Figure value={sum(({ signed }) => signed)} label="已签收" tone="green" />
        <Figure value={sum(({ repeated }) => repeated)} label="连续预警" tone="red" />
      </Headline>
      <Dialog
        opened={open}
        width={760}
        title="各院系的学籍预警"
        onClose={() => {
          setOpen(false);
        }}
      >
        <DataTable
          label="各院系的学籍预警"
          columns={columns}
          rows={data.units}
          rowKey={(row) => row.departmentId}
          dense
          scrollHeight={Math.min(480, 46 + data.units.length * 36)}
        />
      </Dialog>
    </>
  );
}
