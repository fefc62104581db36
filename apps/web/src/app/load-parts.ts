import { loadRoutes } from "@colbin/client";
import { sendWaiting } from "#web/features/documents/send-waiting.ts";
import { followDrafts } from "#web/features/drafts/follow-drafts.ts";
import { followActivity } from "#web/features/presence/follow-activity.ts";
import { followMessages } from "#web/features/sound/follow-messages.ts";
import { followFavicon } from "#web/features/subscriptions/favicon-mark.ts";
import { followAccountTheme } from "#web/features/users/follow-account-theme.ts";
import { lateUserActions } from "#web/features/users/late-user-actions.ts";
import { learnActions } from "#web/lib/actions/late-actions.ts";
import { learnErrorTexts } from "#web/lib/api/error-text.ts";
import { refuseDrops } from "#web/lib/device/refuse-drops.ts";
import { routes } from "./routes.tsx";
import { loadScreens } from "./screens.ts";

learnActions(lateUserActions);

/**
 * Fetches the parts that the first screen does without before they are needed: without a network no menu and no other screen would
 * open any more. A part that fails here, and every part for people who save data, is asked for when it is needed.
 */
export function loadParts(): Promise<unknown> {
  beginParts();
  // The density may be chosen in another tab.
  const needed = Promise.allSettled([
    loadErrorTexts(),
    loadRoutes(),
    import("#web/lib/device/density.ts"),
    import("#web/lib/device/unsent.ts"),
    // Messages of an earlier page may wait for their files.
    import("#web/lib/device/uploads.ts"),
    // Marks of saved messages are true only while somebody hears of their changes.
    import("#web/features/saved/late-saved.ts"),
    import("#web/features/notifications/follow-calls.ts").then(({ followCalls }) => followCalls()),
    import("#web/features/push/follow-desktop.ts").then(({ followDesktop }) => followDesktop()),
  ]);
  if (savesData()) return needed;
  return Promise.allSettled([
    needed,
    import("#web/design/overlay/PopoverSurface.tsx"),
    import("#web/design/overlay/ToastView.tsx"),
    import("#web/features/emoji/EmojiPanel.tsx"),
    import("#web/features/messages/DayJumpDialog.tsx"),
    import("#web/features/messages/DeleteDialog.tsx"),
    import("#web/features/messages/EditForm.tsx"),
    import("#web/features/messages/edit-last.ts"),
    import("#web/features/messages/late-lines.ts"),
    import("#web/features/messages/MessageMenu.tsx"),
    import("#web/features/messages/MessageTools.tsx"),
    import("#web/features/messages/RevisionsDialog.tsx"),
    import("#web/features/messages/SystemWords.tsx"),
    import("#web/features/messages/SelectBar.tsx"),
    import("#web/features/messages/SelectBox.tsx"),
    import("#web/features/messages/DeleteSelectedDialog.tsx"),
    import("#web/features/messages/UnreadPill.tsx"),
    import("#web/features/messages/tell-taken-back.ts"),
    ...loadNotificationParts(),
    import("#web/features/messages/BorrowedContent.tsx"),
    import("#web/features/messages/ComposeQuote.tsx"),
    import("#web/features/messages/ForwardDialog.tsx"),
    import("#web/features/people/PersonCard.tsx"),
    import("#web/features/pins/PinsSheet.tsx"),
    import("#web/features/palette/Palette.tsx"),
    import("#web/features/reactions/ReactDialog.tsx"),
    import("#web/features/saved/RemindDialog.tsx"),
    import("#web/features/search/RoomSearch.tsx"),
    import("#web/features/share/RoomShareDialog.tsx"),
    import("#web/features/sidebar/RowMenuSurface.tsx"),
    import("#web/features/sidebar/SectionDialog.tsx"),
    import("#web/features/sidebar/SectionMenuSurface.tsx"),
    import("#web/features/subscriptions/mark-all-read.ts"),
    import("#web/features/users/late-user-menu.ts"),
    import("#web/features/writing/FormatRow.tsx"),
    import("#web/features/writing/EmojiSuggestions.tsx"),
    import("#web/features/writing/html-to-markdown.ts"),
    import("#web/features/writing/PeopleSuggestions.tsx"),
    import("#web/features/writing/RoomSuggestions.tsx"),
    import("#web/lib/device/mention-words.ts"),
    import("#web/features/writing/wildcard-question.ts"),
    import("#web/features/messages/MentionChip.tsx"),
    import("#web/features/markdown/Formula.tsx"),
    import("#web/features/polls/PollBody.tsx"),
    import("#web/features/threads/ThreadSheet.tsx"),
    import("#web/features/writing/SlashHelp.tsx"),
    import("#web/features/writing/SlashSuggestions.tsx"),
    import("#web/features/writing/run-slash.ts"),
    import("#web/features/writing/Suggestions.tsx"),
    import("#web/features/auth/SignInPage.tsx"),
    import("#web/features/participants/FirstPeopleDialog.tsx"),
    import("#web/features/room-details/RoomDetails.tsx"),
    ...loadRoomParts(),
    ...loadFileParts(),
    import("#web/features/sidebar/step-to-room.ts"),
    import("#web/features/settings/SettingsNav.tsx"),
    import("./ShortcutsSheet.tsx"),
    import("./SideSheets.tsx"),
    loadScreens(routes),
  ]);
}

/** Parts that run from now on. */
function beginParts(): void {
  followAccountTheme();
  followActivity();
  followDrafts();
  followMessages();
  followFavicon();
  refuseDrops();
  void sendWaiting();
}

function loadNotificationParts(): readonly Promise<unknown>[] {
  return [
    import("#web/features/notifications/actions.ts"),
    import("#web/features/notifications/NotificationMenu.tsx"),
    import("#web/features/notifications/NotificationsSurface.tsx"),
    import("#web/features/notifications/SnoozeDialog.tsx"),
  ];
}

/** The parts of a room. */
function loadRoomParts(): readonly Promise<unknown>[] {
  return [
    import("#web/features/documents/DocumentsPart.tsx"),
    import("#web/features/files/FilesPart.tsx"),
    import("#web/features/room-details/StatisticsPart.tsx"),
    import("#web/features/rooms/ConversationIntro.tsx"),
    import("#web/features/rooms/late-header.ts"),
    import("#web/features/browse/CreateRoomDialog.tsx"),
    import("#web/features/access-requests/JoinPrompt.tsx"),
    import("#web/features/access-requests/RoomGate.tsx"),
    import("#web/features/participants/LeaveRoomDialog.tsx"),
    import("#web/features/room-changes/ArchiveRoomDialog.tsx"),
    import("#web/features/room-changes/DeleteRoomDialog.tsx"),
  ];
}

function loadFileParts(): readonly Promise<unknown>[] {
  return [
    import("#web/features/files/FileSheet.tsx"),
    import("#web/features/attachments/DescribeDialog.tsx"),
    import("#web/features/attachments/FileViewer.tsx"),
    import("#web/features/messages/SentFiles.tsx"),
    import("#web/features/voice/VoicePanel.tsx"),
  ];
}

/** Did the person ask their browser to load as little as it can? Some browsers do not tell. */
function savesData(): boolean {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}

async function loadErrorTexts(): Promise<void> {
  learnErrorTexts((await import("#web/lib/api/texts.ts")).errorTexts);
}
