import { MAX_UPLOADS_AT_ONCE } from '@jwxt/contracts/file/file.vocabulary.ts';
import { Refused } from './refused.ts';

/** A file that is on its way: the attachment that it is to become, and its announced size in bytes. */
export interface UploadUnderWay {
  readonly relationalId: string;
  readonly fileSize: number;
}

/** Uploads that have been let in and not ended, by person: they take room already, and have no row yet. */
export interface UploadsUnderWay {
  /** Notes an upload until `end`, and tells the person's others. Throws FILE_UPLOADS_UNDER_WAY for one too many. */
  begin(person: string, upload: UploadUnderWay): { underWay: UploadUnderWay[]; end(): void };
}

/** Creates the list of one gateway. */
export function createUploadsUnderWay(): UploadsUnderWay {
  const byPerson = new Map<string, Set<UploadUnderWay>>();
  return {
    begin(person, upload) {
      const uploads = byPerson.get(person) ?? new Set();
      if (uploads.size >= MAX_UPLOADS_AT_ONCE) throw new Refused('FILE_UPLOADS_UNDER_WAY', {}, { retryAfter: 2 });
      const underWay = [...uploads];
      byPerson.set(person, uploads.add(upload));
      return {
        underWay,
        end() {
          uploads.delete(upload);
          if (uploads.size === 0) byPerson.delete(person);
        },
      };
    },
  };
}
