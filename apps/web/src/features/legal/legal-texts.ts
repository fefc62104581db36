import type { Text } from "#web/lib/language/i18n.ts";

interface LegalSection {
  readonly title: Text;
  readonly text: Text;
}

export interface LegalDocument {
  readonly title: Text;
  readonly lead: Text;
  readonly sections: readonly LegalSection[];
}

/** True for what the server does; whoever changes what it keeps changes this as well. */
export const privacy: LegalDocument = {
  title: { id: "legal.privacy", message: "Privacy Policy" },
  lead: {
    id: "legal.privacyLead",
    message:
      "{product} on this server is run by the people who gave you its address. This page says what the server keeps about you. Nothing of it goes to the makers of the software.",
  },
  sections: [
    {
      title: { id: "legal.account", message: "Your account" },
      text: {
        id: "legal.accountText",
        message:
          "Your email address or phone number and whether you proved that it is yours; your name, username, and what you write into your profile; your settings; when the account was made. A username that you give up stays reserved for 90 days.",
      },
    },
    {
      title: { id: "legal.signIn", message: "Signing in" },
      text: {
        id: "legal.signInText",
        message:
          "One-time codes are kept only as a keyed hash, for as long as they work. Of each session: the browser that it began in, its network address, when it began, when it was last used, and when and why it ended. Browsers that you signed in with before are recognised by a hash. Attempts are counted for each identifier and network address, so that nobody can guess codes. Sign-ins, refused attempts and the end of sessions are recorded with time and network address.",
      },
    },
    {
      title: { id: "legal.messages", message: "Rooms and messages" },
      text: {
        id: "legal.messagesText",
        message:
          "The rooms that you made or joined, with your access level; how far you have read and when; your messages with their times. Everybody in a room reads its whole history, also those who come later, and a public room can be read by everybody who can sign in here. That you are typing is passed on and not kept.",
      },
    },
    {
      title: { id: "legal.log", message: "Log of the server" },
      text: {
        id: "legal.logText",
        message:
          "Requests are logged with their time, their kind, their result and the account that made them. Tokens, one-time codes and messages are not in it.",
      },
    },
    {
      title: { id: "legal.browser", message: "In your browser" },
      text: {
        id: "legal.browserText",
        message:
          "Cookies that only the server reads keep you signed in, tie a one-time code to this browser, and recognise it later. The local storage holds your session, your account as it is shown, the workspace that you are in, commands that you ran, what this server says of itself, a random number for this browser, an invitation for which you are signing in, and how you like the app: theme, density, closed sections, emoji that you used, whether you are muted or deafened, whether messages make a sound, and whether you want to stay without a name. A local database holds what you have begun to write, messages, changes and reactions that are not sent yet, how far you have read, the list of your rooms, and the newest messages of the rooms that you opened last. While a tab is loaded anew it keeps what you were writing in it. Signing out removes the session, your account, the workspace, the commands, the choice of the sound and everything in the local database.",
      },
    },
    {
      title: { id: "legal.others", message: "Others" },
      text: {
        id: "legal.othersText",
        message:
          "These pages ask no other site for anything: there are no statistics, no advertising and no foreign fonts. One-time codes and links go through the mail service that the operator chose.",
      },
    },
    {
      title: { id: "legal.rights", message: "What you can ask for" },
      text: {
        id: "legal.rightsText",
        message:
          "You correct your profile and delete your account in the settings. To see or hand over what is kept about you, ask the people who run this server.",
      },
    },
  ],
};

export const terms: LegalDocument = {
  title: { id: "legal.terms", message: "Terms of Service" },
  lead: {
    id: "legal.termsLead",
    message:
      "{product} on this server is run by the people who gave you its address. They have not set terms of their own, so these apply.",
  },
  sections: [
    {
      title: { id: "legal.who", message: "Who decides" },
      text: {
        id: "legal.whoText",
        message:
          "The operator of this server decides who may use it, and may close accounts and remove messages.",
      },
    },
    {
      title: { id: "legal.conduct", message: "What you write" },
      text: {
        id: "legal.conductText",
        message:
          "You answer for what you write and share. It stays yours; the server keeps it and shows it to those who may read the room. Do not break the law, do not harass people, and do not try to get at what is not meant for you.",
      },
    },
    {
      title: { id: "legal.warranty", message: "No warranty" },
      text: {
        id: "legal.warrantyText",
        message:
          "The software is free, under the Apache License 2.0, and comes without warranty. Whether the service is available, and whether there are backups, is up to the operator.",
      },
    },
  ],
};
