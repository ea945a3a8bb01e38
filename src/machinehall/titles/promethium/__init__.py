"""Promethium: industry fairs, design offices and universal expositions of a new age."""
