// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { render } from '../../testing/render.tsx';
import { RawEventDialog } from './raw-event-dialog.tsx';

it('shows when an event happened and was written in school time', async () => {
  const event = {
    type: 'ScoresSaved',
    stream: 'scoreSheet-TC1.1',
    revision: 3,
    position: '120',
    created: '2026-11-22T01:02:03.000Z',
    data: {},
    omittedRows: 0,
    metadata: {
      actor: { userName: 'teacher1', name: '王老师', permission: null },
      commandId: 'c',
      causationId: null,
      time: '2026-11-21T18:30:00.000Z',
      clientAddress: null,
      schemaVersion: 1,
    },
  };
  render(<RawEventDialog event={event as never} metadataOf={event as never} onClose={() => undefined} />);
  expect(await screen.findByText('09:02:03（北京时间）')).toBeDefined();
  expect(screen.getByText('02:30:00（北京时间）')).toBeDefined();
});
