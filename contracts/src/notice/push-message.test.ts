import { describe, expect, it } from 'vitest';
import { serverMessage } from '../kernel/push.ts';
import { encodePushMessage } from './push-message.ts';

describe('a pushed message', () => {
  it('NOTICE-26: is title/id, audience id and text between commas, with a status and a messageId', () => {
    const message = encodePushMessage({
      title: 'T',
      systemMessageEntityId: 'E1',
      systemMessageAudienceId: 'A1',
      text: 'text',
    });
    expect(message).toBe('T/E1,A1,text');
    expect(
      serverMessage.parse({ type: 'message', topic: 'teacher1sysmesg', status: 'MESSAGE', message, messageId: 'A1' }),
    ).toEqual({ type: 'message', topic: 'teacher1sysmesg', status: 'MESSAGE', message, messageId: 'A1' });
  });

  it.each(['逗号，和, 也/有%2C', '', '\n"引号"\\', 'a,b,c/d/e', '\uD800'])(
    'NOTICE-26: “%s” stays one piece',
    (text) => {
      const message = encodePushMessage({
        title: text,
        systemMessageEntityId: 'E/1,2',
        systemMessageAudienceId: 'A1',
        text,
      });
      const pieces = message.split(/[/,]/).map((piece) => decodeURIComponent(piece));
      expect(pieces).toEqual([text.toWellFormed(), 'E/1,2', 'A1', text.toWellFormed()]);
    },
  );
});
