import type { DocumentStatus } from './document.ts';

/** What receivers are notified of; the fields as they are sent. Texts are untrusted. */
export type WebhookEvent =
  | {
      readonly type: 'ingest.ended';
      readonly data: {
        readonly doc_id: string;
        readonly title: string;
        readonly status: DocumentStatus;
        readonly version: number;
        readonly error: { readonly code: string; readonly message: string } | null;
      };
    }
  | {
      readonly type: 'answer.held';
      readonly data: {
        readonly entry_id: string;
        readonly question: string;
        readonly correlation_id: string;
      };
    }
  | {
      readonly type: 'answer.rated_down';
      readonly data: {
        readonly feedback_id: string;
        readonly correlation_id: string | null;
        readonly question: string | null;
        readonly reason: string | null;
      };
    };

/** Notifies the receivers; returns at once. */
export type NotifyWebhooks = (event: WebhookEvent) => void;
