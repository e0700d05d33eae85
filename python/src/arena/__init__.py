"""Serve, bridge and train bots for the bot arena."""
