import { eq } from 'drizzle-orm';
import { notifications } from '#db/schema/notifications.ts';
import type { TestDatabase } from './database.ts';

export const selectNotifications = ({ db }: Pick<TestDatabase, 'db'>, userId: string) =>
  db.select().from(notifications).where(eq(notifications.userId, userId));
