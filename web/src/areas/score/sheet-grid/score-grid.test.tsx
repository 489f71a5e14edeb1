// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { render } from '../../../testing/render.tsx';
import { cellFocus } from './cell-focus.store.ts';
import { changeSession } from '../changes/score-change-session.ts';
import { ScoreGrid } from './score-grid.tsx';
import { shownText } from './sheet-grid.model.ts';
import { sampleRow, sampleSheet } from '../sheet-sample.fixture.ts';

/** The sample sheet's grid, with what is typed in it kept in the page alone. */
function show() {
  const sheet = sampleSheet();
  const session = changeSession(
    sheet,
    'teacher1',
    { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
    'test',
  );
  const focus = cellFocus();
  const order = session.get().grid.order;
  const view = render(
    <ScoreGrid
      session={session}
      focus={focus}
      sheet={sheet}
      order={order}
      shown={order}
      numberFrom={1}
      onReveal={() => undefined}
      onPasted={() => undefined}
    />,
  );
  return {
    ...view,
    session,
    enter: (studentCode: string) => {
      act(() => {
        focus.set({ studentCode, dataKey: 'ps' });
      });
    },
    scores: () => order.map((code) => shownText(session.get().grid.rows[code]!, 'ps')),
  };
}

describe('a remark that lets a score not count', () => {
  it('strikes out the final exam that stands beside 缺考, and says that it does not count', async () => {
    const { session, container } = show();
    const cell = (dataKey: string) => container.querySelector(`[data-cell="s1|${dataKey}"]`);
    act(() => {
      session.type([
        { studentCode: 's1', dataKey: 'ps', text: '80' },
        { studentCode: 's1', dataKey: 'qm', text: '85' },
      ]);
    });
    expect(cell('qm')?.querySelector('s')).toBeNull();
    act(() => {
      session.merge(
        sampleSheet({
          revision: 6,
          rows: [sampleRow(1, { ps: '80.0', qm: '85.0' }, { scoreRemarkCode: '02', scoreRemarkName: '缺考' })],
        }),
      );
    });
    expect([cell('qm')?.querySelector('s')?.textContent, cell('qm')?.getAttribute('title')]).toEqual([
      '85.0',
      '备注为缺考，此成绩不计入总评',
    ]);
    expect(cell('ps')?.querySelector('s')).toBeNull();
  });
});

describe('typing scores into a grid', () => {
  // SCORE-ENTRY-09
  it('Enter walks down; on the last row what is typed next takes the place of what was, never behind it', async () => {
    const { user, enter, scores } = show();
    enter('s1');
    await user.keyboard('80{Enter}70{Enter}60{Enter}');
    expect(scores()).toEqual(['80.0', '70.0', '60.0']);
    await user.keyboard('65{Enter}');
    expect(scores()).toEqual(['80.0', '70.0', '65.0']);
  });

  it('a number that is kept in a pause goes on where it was: 8, a pause, 5 is 85', async () => {
    const { user, session, enter, scores, getByRole } = show();
    enter('s1');
    await user.keyboard('8');
    act(() => {
      session.commit();
    });
    expect(scores()[0]).toBe('8.0');
    await user.keyboard('5');
    expect(getByRole('textbox')).toHaveProperty('value', '85');
    await user.keyboard('{Enter}');
    expect(scores()[0]).toBe('85.0');
  });

  it('what is undone in the cell shows what it was', async () => {
    const { user, session, enter, getByRole } = show();
    enter('s1');
    await user.keyboard('85');
    act(() => {
      session.undo();
    });
    expect(getByRole('textbox')).toHaveProperty('value', '');
  });
});
