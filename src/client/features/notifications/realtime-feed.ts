import { useState } from 'react';
import { type Outputs, trpc } from '#client/api/trpc.ts';
import { type Toast, toast } from '#client/ui/toasts.ts';
import type { InboxEvent } from '#shared/contracts/inbox.ts';
import { bookingUpdateCopy, isDuplicateLocal, type LocalEntry } from '#shared/domain/notification-copy.ts';
