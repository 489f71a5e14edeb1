import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { yesNoFlag } from '../kernel/fields.ts';
import { transcriptContent, transcriptLanguage } from './transcript.ts';

/** Keeps what is printed and gives it a verification code (SCORE-MORE-48). */
export const keepTranscript = defineCommand(
  'transcript.keep',
  z.object({
    studentCode: z.string().min(1),
    language: transcriptLanguage,
    allAttempts: yesNoFlag,
    reason: z.string().min(1).max(60),
    content: transcriptContent,
    digest: z.string().length(64),
    /** Place in the log up to which the scores were read. */
    dataVersion: z.string().min(1),
  }),
  z.object({ code: z.string() }),
);
