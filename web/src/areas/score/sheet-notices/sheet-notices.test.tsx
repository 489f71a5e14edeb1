// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useSyncExternalStore } from 'react';
import { expect, it } from 'vitest';
import { render } from '../../../testing/render.tsx';
import { typeCells } from '../sheet-save/sheet-edit.model.ts';
import { openGrid } from '../sheet-grid/sheet-grid.model.ts';
import { draftsToKeep } from '../sheet-save/sheet-merge.model.ts';
import { SheetNotices } from './sheet-notices.tsx';
import type { OutboxStore } from '../sheet-save/sheet-outbox.store.ts';
import type { SaveAnswer } from '../sheet-save/sheet-save.model.ts';
import { byOther, sampleRow, sampleSheet } from '../sheet-sample.fixture.ts';
import { sheetSession, type SheetSession } from '../sheet/sheet-session.ts';

/** What was typed off line by a page that is gone: 平时 of the first student. */
const typedBefore = draftsToKeep(
  typeCells(openGrid(sampleSheet(), 'teacher1'), [{ studentCode: 's1', dataKey: 'ps', text: '88' }]).grid,
);

const emptyStore: OutboxStore = {
  list: () => Promise.resolve([]),
  put: () => Promise.resolve(),
  remove: () => Promise.resolve(),
  isAlive: () => Promise.resolve(false),
  whenGone: () => new Promise(() => undefined),
};
const leftBehind: OutboxStore = {
  ...emptyStore,
  list: () =>
    Promise.resolve([
      {
        key: 'teacher1|tc1.1|gone',
        userName: 'teacher1',
        sheetId: 'tc1.1',
        owner: 'gone',
        drafts: typedBefore,
        attempt: null,
        updatedAt: 1,
      },
    ]),
};

function show(send: () => Promise<SaveAnswer>) {
  const session = sheetSession(sampleSheet(), {
    userName: 'teacher1',
    myName: '周明远',
    sheetId: 'tc1.1',
    owner: 'here',
    store: leftBehind,
    send,
    newId: () => 'c1',
    now: () => 1,
    onStale: () => undefined,
    onSaved: () => undefined,
  });
  const Notices = ({ of }: { of: SheetSession }) => (
    <SheetNotices
      session={of}
      state={useSyncExternalStore(of.subscribe, of.get)}
      forTeachers={null}
      pasted={null}
      onPastedSeen={() => undefined}
      onJump={() => undefined}
    />
  );
  render(<Notices of={session} />);
  return session;
}

const readOnly = { editable: false, readOnlyReason: '成绩单已提交送审' };

it('what came back and was saved stays saved when the sheet is submitted', async () => {
  const session = show(() => Promise.resolve({ revision: 6, savedAt: '2026-11-20 10:33:00' }));
  await screen.findByText('已恢复上次未保存的 1 处输入，并已全部保存。');
  session.merge(
    sampleSheet({ revision: 7, rows: [sampleRow(1, { ps: '88.0' }), sampleRow(2), sampleRow(3)], ...readOnly }),
  );
  await screen.findByText('成绩单已提交送审');
  expect(screen.queryByText(/未能保存/)).toBeNull();
  session.stop();
});

it('who replaced a score that stood here is named, with item and values, until it is noted', async () => {
  const session = show(() => new Promise(() => undefined));
  session.merge(sampleSheet({ revision: 6, rows: [sampleRow(1), sampleRow(2, { qm: '80.0' }), sampleRow(3)] }));
  session.merge(
    sampleSheet({
      revision: 7,
      rows: [sampleRow(1), sampleRow(2, { qm: '70.0' }, { cellInfo: { qm: byOther(7) } }), sampleRow(3)],
    }),
  );
  await screen.findByText('林佳怡 10:31 将学生2的期末成绩由 80.0 改为 70.0');
  fireEvent.click(
    within(screen.getByText(/他人修改了 1 个成绩/).closest<HTMLElement>('[role="status"]')!).getByRole('button', {
      name: '知道了',
    }),
  );
  await waitFor(() => {
    expect(screen.queryByText(/他人修改了/)).toBeNull();
  });
  session.stop();
});

it('what came back and could not be saved any more is told with its number', async () => {
  const session = show(() => new Promise(() => undefined));
  await screen.findByText('已恢复上次未保存的 1 处输入，正在自动保存。');
  session.merge(sampleSheet({ revision: 7, ...readOnly }));
  await waitFor(() => {
    expect(screen.getByText('已恢复上次未保存的 1 处输入，其中 1 处未能保存：成绩单现为只读。')).toBeTruthy();
  });
  session.stop();
});

it('what was typed for who left the class stands apart, with its values', async () => {
  const session = show(() => new Promise(() => undefined));
  expect(screen.queryByText(/已退出教学班名单/)).toBeNull();
  session.merge(
    sampleSheet({
      revision: 7,
      rows: [sampleRow(1), sampleRow(2)],
      leftRows: [sampleRow(3, { ps: '80.0', qm: null }, { scoreRemarkCode: '02', scoreRemarkName: '缺考' })],
    }),
  );
  await screen.findByText(/1 名学生已退出教学班名单，录入的成绩保留在此，不随成绩单提交/);
  expect(screen.getByText(/学生3：平时成绩 80.0、缺考/)).toBeTruthy();
  session.stop();
});
